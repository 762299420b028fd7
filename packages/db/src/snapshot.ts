import { sql } from 'kysely';
import type { Database } from './database.ts';
import { transaction, type Tx } from './transaction.ts';

/** PostgreSQL's transaction that reads the instant of its first query to the end. */
const reading = <T>(db: Database, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(run);

/**
 * What `run` reads through `tx` is one instant of a PostgreSQL database, and another program may read the same instant by
 * the snapshot's name while `run` lasts.
 */
export const withSnapshot = <T>(
  db: Database,
  run: (given: { tx: Tx; snapshot: string }) => Promise<T>,
): Promise<T> =>
  reading(db, async (tx) => {
    const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(tx);
    return run({ tx, snapshot: rows[0]?.name ?? '' });
  });

/** What `run` reads through `tx` is one instant, however long it takes; on SQLite writers wait for it. */
export const atOneInstant = <T>(db: Database, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.dialect === 'postgres' ? reading(db, run) : transaction(db, run);
