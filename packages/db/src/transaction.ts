import { type Kysely, sql, type Transaction } from 'kysely';
import { type Database, getDialect } from './database.ts';
import type { Schema } from './schema/index.ts';

/**
 * Executor inside a transaction. Using the outer database there blocks forever: its only connection
 * is taken.
 */
export type Tx = Transaction<Schema>;

/** A transaction or the database itself; for reads. */
export type Executor = Kysely<Schema>;

const afterCommit = new WeakMap<Tx, (() => void)[]>();

/**
 * Runs `action` after the commit; never after a rollback.
 * @throws outside of {@link runTransaction}
 */
export const onCommit = (tx: Tx, action: () => void): void => {
  const actions = afterCommit.get(tx);
  if (!actions) throw new Error('onCommit works inside transaction() only');
  actions.push(action);
};

/** The database as seen inside a transaction: a transaction opened on it joins this one. */
export const createTransactionDatabase = (tx: Tx): Database => ({
  kysely: tx,
  dialect: getDialect(tx),
  // The opener of the outer database closes it.
  close: () => Promise.resolve(),
});

const isTx = (db: Database | Tx): db is Tx => !('kysely' in db);

/**
 * deadlock_detected and serialization_failure: PostgreSQL rolled back, and a retry is the remedy.
 */
const RETRYABLE_CODES = new Set<unknown>(['40P01', '40001']);
const MAX_TRIES = 4;

const isRetryableTransactionError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && RETRYABLE_CODES.has(error.code);

/**
 * Opens a transaction, or joins the given one. Use only `tx` inside. `run` may be called again
 * after a deadlock, so it must have no side effects outside the database; use {@link onCommit} for
 * those.
 */
export const runTransaction = async <T>(
  db: Database | Tx,
  run: (tx: Tx) => Promise<T>,
): Promise<T> => {
  if (isTx(db)) return run(db);
  const { kysely } = db;
  if (kysely.isTransaction) return run(kysely as Tx);
  for (let attempt = 1; ; attempt += 1) {
    const actions: (() => void)[] = [];
    try {
      const result = await kysely.transaction().execute(async (tx) => {
        afterCommit.set(tx, actions);
        return run(tx);
      });
      for (const action of actions) action();
      return result;
    } catch (error) {
      if (!isRetryableTransactionError(error) || attempt >= MAX_TRIES) throw error;
    }
  }
};

/**
 * A transaction whose commit does not wait for the disk: a power failure may lose its last second,
 * nothing else. For counters, which are written with every attempt. Inside another transaction it
 * joins that one.
 */
export const runAsyncCommitTransaction = async <T>(
  db: Database,
  run: (tx: Tx) => Promise<T>,
): Promise<T> => {
  if (db.kysely.isTransaction) return runTransaction(db, run);
  if (db.dialect === 'postgres')
    return runTransaction(db, async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx);
      return run(tx);
    });
  return db.kysely.connection().execute(async (kysely) => {
    await sql`pragma synchronous = normal`.execute(kysely);
    try {
      return await runTransaction({ ...db, kysely }, run);
    } finally {
      await sql`pragma synchronous = full`.execute(kysely);
    }
  });
};
