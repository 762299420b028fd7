import { sql } from 'kysely';
import type { Database } from './database.ts';
import { runTransaction, type Tx } from './transaction.ts';

/**
 * PostgreSQL transaction whose queries all read the state at its first query. It holds no row locks,
 * so it may wait between statements for as long as a backup takes.
 */
const runReadTransaction = <T>(db: Database, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      return run(tx);
    });

/**
 * Runs `run` on a consistent snapshot of a PostgreSQL database. While it runs, another program can
 * read the same snapshot by its name.
 */
export const withSnapshot = <T>(
  db: Database,
  run: (scope: { tx: Tx; snapshot: string }) => Promise<T>,
): Promise<T> =>
  runReadTransaction(db, async (tx) => {
    const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(tx);
    return run({ tx, snapshot: rows[0]?.name ?? '' });
  });

/** Runs `run` on a consistent state, however long it takes. On SQLite, writers wait for it. */
export const runConsistentRead = <T>(db: Database, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.dialect === 'postgres' ? runReadTransaction(db, run) : runTransaction(db, run);
