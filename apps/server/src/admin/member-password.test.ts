import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@yunbiao/db';
import { authenticate, login } from '@yunbiao/services';
import { addMember, testContext } from '@yunbiao/services/testing';
import { expect, it } from 'vitest';
import { parseCommand } from './parse.ts';
import { runAdminCommand } from './run.ts';

it('a forgotten password is replaced by one that is printed and works, and old sessions are over', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yb-password-'));
  const db = openDatabase({ dataDir });
  await migrate(db);
  const ctx = testContext(db);
  const { token } = await addMember(ctx, '周敏同学');
  const command = parseCommand(['member', 'password', '周敏同学']);
  if (command.name === 'help') throw new Error('not understood');
  const { text } = await runAdminCommand(ctx, command, dataDir);
  const [, password = ''] = /^周敏同学 的新密码是 (\w{12})，只显示这一次/.exec(text) ?? [];
  const origin = { address: '127.0.0.1', userAgent: 'test' };
  await login({ ctx, input: { username: '周敏同学', password }, origin });
  expect(await authenticate({ ctx, token })).toBeNull();
  const rows = await db.kysely.selectFrom('audit').select(['actor', 'action', 'detail']).execute();
  expect(rows).toEqual([{ actor: 'admin', action: 'password', detail: '{"sessionsEnded":1}' }]);
  await db.close();
  for (const folder of [dataDir, ctx.folder]) rmSync(folder, { recursive: true, force: true });
});
