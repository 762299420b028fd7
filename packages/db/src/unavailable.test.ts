import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { isDatabaseUnavailableError } from './errors.ts';
import { describeEachDatabase, type Opener } from './testing.ts';
import { runTransaction, type Tx } from './transaction.ts';

const insertTag = (tx: Tx, name: string) =>
  tx.insertInto('content_generation').values({ tag: name, generation: 1 }).execute();

const listStoredTags = async (db: Database) =>
  (await db.kysely.selectFrom('content_generation').select('tag').execute()).map((row) => row.tag);

const getError = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const losesConnections = (open: Opener): void => {
  it('loses a connection inside a transaction: the call fails, nothing else does', async () => {
    const db = await open();
    const other = openDatabase(open.location(db));
    const failed = runTransaction(db, async (tx) => {
      await insertTag(tx, 'lost');
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(other.kysely);
      // The server stops while no statement is pending.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await insertTag(tx, 'late');
    });
    expect(isDatabaseUnavailableError(await getError(failed))).toBe(true);
    await runTransaction(db, (tx) => insertTag(tx, 'after'));
    expect(await listStoredTags(db)).toEqual(['after']);
    await other.close();
  });
};

const isHeldOrFull = (open: Opener): void => {
  it('is held by another process: the write fails, and is taken afterwards', async () => {
    const db = await open();
    await sql`pragma busy_timeout = 50`.execute(db.kysely);
    const other = new DatabaseSync(open.location(db).filename ?? '');
    other.exec('begin immediate');
    expect(
      isDatabaseUnavailableError(await getError(runTransaction(db, (tx) => insertTag(tx, 'busy')))),
    ).toBe(true);
    other.close();
    await runTransaction(db, (tx) => insertTag(tx, 'free'));
    expect(await listStoredTags(db)).toEqual(['free']);
  });

  it('runs out of room: the write fails whole', async () => {
    const db = await open();
    await runTransaction(db, (tx) => insertTag(tx, 'small'));
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db.kysely);
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 1)}`.execute(db.kysely);
    const failed = runTransaction(db, async (tx) => {
      for (let i = 0; i < 1_000; i += 1) await insertTag(tx, `row ${i} ${'x'.repeat(100)}`);
    });
    expect(isDatabaseUnavailableError(await getError(failed))).toBe(true);
    expect(await listStoredTags(db)).toEqual(['small']);
  });
};

describeEachDatabase((open) => {
  ({ postgres: losesConnections, sqlite: isHeldOrFull })[open.dialect](open);

  it('tells a fault in a statement from an engine that is away', async () => {
    const db = await open();
    const error = await getError(sql`select nothing from nowhere`.execute(db.kysely));
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseUnavailableError(error)).toBe(false);
  });
});
