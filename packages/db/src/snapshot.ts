import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Tx } from './transaction.ts';

/**
 * What `run` reads through `tx` is one instant of a PostgreSQL database, and another program may read the same instant by
 * the snapshot's name while `run` lasts.
 */
export const withSnapshot = <T>(
  db: Database,
  run: (given: { tx: Tx; snapshot: string }) => Promise<T>,
): Promise<T> =>
  db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(tx);
      return run({ tx, snapshot: rows[0]?.name ?? '' });
    });
