import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readSchemaState } from './migrate.ts';
import { describeEachDatabase } from './testing.ts';

describeEachDatabase((open) => {
  it.each(['first', 'second', 'third'])('the %s test has a database nobody used', async () => {
    const db = await open();
    expect(await readSchemaState(db)).toBe('current');
    const { rows } = await sql<{ id: number }>`
      insert into member (username, username_key, password_hash, nickname, intro, company,
        share_code, is_demo, created_at)
      values ('member', 'member', '', '', '', '', 'code', 0, 1) returning id`.execute(db.kysely);
    expect(rows.map(({ id }) => Number(id))).toEqual([1]);
    await sql`insert into content_generation (tag, generation) values ('left', 1)`.execute(
      db.kysely,
    );
    const other = await open();
    const left = await other.kysely.selectFrom('content_generation').select('tag').execute();
    expect(left).toEqual([]);
  });

  // SQLite has no connections to limit.
  if (open.dialect === 'sqlite') return;

  it('leaves most connections of a server to the suites beside it', async () => {
    const { kysely } = await open();
    const asks = Array.from({ length: 30 }, () =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.01)`.execute(kysely),
    );
    const answers = await Promise.all(asks);
    const pids = new Set(answers.map(({ rows }) => rows[0]?.pid));
    expect(pids.size).toBeGreaterThan(1);
    expect(pids.size).toBeLessThanOrEqual(5);
  });
});
