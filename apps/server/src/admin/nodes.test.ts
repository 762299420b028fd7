import { migrate } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { readDatabaseClock } from '@yunbiao/services';
import { createTestContext } from '@yunbiao/services/testing';
import { expect, it } from 'vitest';
import { parseCommand } from './parse.ts';
import { runAdminCommand } from './run.ts';

const STARTED_AT = Date.parse('2026-11-30T16:05:00Z');

describeEachDatabase((open) => {
  it('the list of servers says in words which ones run, and which one leads', async () => {
    const db = await open();
    await migrate(db);
    const ctx = createTestContext(db);
    const run = async (...argv: string[]): Promise<string> => {
      const command = parseCommand(argv);
      if (command.name === 'help') throw new Error('help');
      return (await runAdminCommand(ctx, command, ctx.folder)).text.trim();
    };
    expect(await run('nodes')).toBe('只有一台服务器（没有写 CLUSTER_KEY），或者还没有启动过');
    const now = Math.round((await readDatabaseClock(db)) ?? ctx.now());
    const addNode = (name: string, row: { seen_at: number; is_leader?: 1; is_stopped?: 1 }) =>
      db.kysely
        .insertInto('node')
        .values({
          node_id: name,
          name: `${name}:3000`,
          build: '0123456789abcdef',
          data_folder_id: name,
          key_check: 'key',
          started_at: STARTED_AT,
          is_leader: 0,
          is_stopped: 0,
          clients: 12,
          lag_ms: 3,
          ...row,
        })
        .execute();
    // A minute ahead: the clock goes on while the test runs.
    await addNode('a', { seen_at: now + 60_000, is_leader: 1 });
    await addNode('b', { seen_at: now + 60_000 });
    await addNode('c', { seen_at: now, is_stopped: 1 });
    await addNode('d', { seen_at: now - 3_600_000, is_leader: 1 });
    const [headings, ...rows] = (await run('nodes')).split('\n').map((line) => line.split(/ {2,}/));
    expect(headings).toEqual(['服务器', '状态', '主持', '客户端', '延迟', '版本', '启动']);
    const start = ['01234567', '2026-12-01 00:05'];
    expect(rows.slice(0, 3)).toEqual([
      ['a:3000', '运行中', '主持', '12', '3 毫秒', ...start],
      ['b:3000', '运行中', '-', '12', '3 毫秒', ...start],
      ['c:3000', '已停止', '-', '-', '-', ...start],
    ]);
    expect(rows[3]).toEqual([
      'd:3000',
      expect.stringMatching(/^36\d\d 秒没有消息$/),
      '-',
      '-',
      '-',
      ...start,
    ]);
  });
});
