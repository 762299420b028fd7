import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findPostgres } from '../testing/postgres.ts';
import { openDatabase } from '../database.ts';
import { withSnapshot } from '../snapshot.ts';
import { createPostgresPool } from './postgres.ts';

it('answers in every way it can be asked: by the pool, a client, and with an object', async (ctx) => {
  const server = await findPostgres();
  if (server === null) return ctx.skip('PostgreSQL：没有找到');
  const pool = createPostgresPool(server, { connections: 1, onError: () => {} });
  try {
    const rows = [{ one: 1 }];
    expect(await pool.query('select 1 as one')).toMatchObject({ rows });
    const client = await pool.connect();
    expect(await client.query('select $1::int as one', [1])).toMatchObject({ rows });
    expect(await client.query({ text: 'select 1 as one' })).toMatchObject({ rows });
    await expect(client.query('select one')).rejects.toMatchObject({ code: '42703' });
    client.release();
  } finally {
    await pool.end();
  }
});

it('ends a transaction that waits too long for its next statement, and goes on', async (ctx) => {
  const server = await findPostgres();
  if (server === null) return ctx.skip('PostgreSQL：没有找到');
  const errors: Error[] = [];
  const onError = (error: Error): void => void errors.push(error);
  const pool = createPostgresPool(server, { connections: 1, onError, idleInTransactionMs: 20 });
  try {
    const client = await pool.connect();
    await client.query('begin');
    await expect.poll(() => errors).not.toHaveLength(0);
    expect(errors[0]).toMatchObject({ code: '25P03' });
    client.release();
    expect(await pool.query('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] });
  } finally {
    await pool.end();
  }
});

it('lets a snapshot wait, and no other transaction', async (ctx) => {
  const server = await findPostgres();
  if (server === null) return ctx.skip('PostgreSQL：没有找到');
  const db = openDatabase({ databaseUrl: server });
  const readTimeout = async (executor = db.kysely) => {
    const { rows } = await sql<{
      idle: string;
    }>`select current_setting('idle_in_transaction_session_timeout') as idle`.execute(executor);
    return rows[0]?.idle;
  };
  try {
    expect(await readTimeout()).toBe('15s');
    expect(await withSnapshot(db, ({ tx }) => readTimeout(tx))).toBe('0');
    expect(await readTimeout()).toBe('15s');
  } finally {
    await db.close();
  }
});
