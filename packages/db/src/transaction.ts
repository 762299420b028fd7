import { type Kysely, sql, type Transaction } from 'kysely';
import { type Database, getDialect } from './database.ts';
import type { Schema } from './schema/index.ts';

/** What runs inside a transaction. The outer database hangs in there: its one connection is taken. */
export type Tx = Transaction<Schema>;

/** A transaction or the database itself; for reads. */
export type Executor = Kysely<Schema>;

const afterCommit = new WeakMap<Tx, (() => void)[]>();

/** Runs `action` once the transaction is durable; never when it is rolled back. */
export const onCommit = (tx: Tx, action: () => void): void => {
  const actions = afterCommit.get(tx);
  if (!actions) throw new Error('onCommit works inside transaction() only');
  actions.push(action);
};

/** The database as what runs in a transaction sees it: a transaction opened there joins this one. */
export const within = (tx: Tx): Database => ({
  kysely: tx,
  dialect: getDialect(tx),
  // Whoever opened the database closes it.
  close: () => Promise.resolve(),
});

const isTx = (db: Database | Tx): db is Tx => !('kysely' in db);

/** deadlock_detected and serialization_failure: PostgreSQL undid the work, and doing it again is the remedy. */
const TRY_AGAIN = new Set<unknown>(['40P01', '40001']);
const MAX_TRIES = 4;

const isUndone = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && TRY_AGAIN.has(error.code);

/**
 * Opens a transaction, or joins the one it is given. Inside, use only `tx`. `run` may be called again when the engine
 * chose it as the loser of a deadlock, so it changes nothing but the database; for the rest there is {@link onCommit}.
 */
export const transaction = async <T>(
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
      if (!isUndone(error) || attempt >= MAX_TRIES) throw error;
    }
  }
};

/**
 * A transaction whose commit does not wait for the disk: a power cut may take the last second of it, and nothing else. For
 * counts, which are written with every guess. Inside another transaction it is part of that one.
 */
export const lazyTransaction = async <T>(db: Database, run: (tx: Tx) => Promise<T>): Promise<T> => {
  if (db.kysely.isTransaction) return transaction(db, run);
  if (db.dialect === 'postgres')
    return transaction(db, async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx);
      return run(tx);
    });
  return db.kysely.connection().execute(async (kysely) => {
    await sql`pragma synchronous = normal`.execute(kysely);
    try {
      return await transaction({ ...db, kysely }, run);
    } finally {
      await sql`pragma synchronous = full`.execute(kysely);
    }
  });
};
