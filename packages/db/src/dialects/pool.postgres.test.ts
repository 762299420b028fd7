import { expect, it } from 'vitest';
import { findPostgres } from '../testing/postgres.ts';
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
