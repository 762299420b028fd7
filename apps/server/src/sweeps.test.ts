import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@yunbiao/db';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createContext } from './create-context.ts';
import { createLog } from './log.ts';
import { startSweeps } from './sweeps.ts';

const DAY = 86_400_000;

it('removes pictures nothing shows, says how many in the log, and finishes before it stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-sweep-'));
  const db = openDatabase({ dataDir: folder });
  await migrate(db);
  const lines: string[] = [];
  let heard = (): void => undefined;
  const told = new Promise<void>((resolve) => (heard = resolve));
  const log = createLog('info', (line) => {
    lines.push(line);
    heard();
  });
  const ctx = createContext(readConfig({ DATA_DIR: folder }), db, log);
  const member = { username: 'a', username_key: 'a', password_hash: '', nickname: '', intro: '' };
  const { id: memberId } = await db.kysely
    .insertInto('member')
    .values({
      ...{ ...member, company: '', share_code: 'a', avatar: null, cover: null },
      ...{ is_demo: 0, created_at: ctx.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const picture = { member_id: memberId, usage: 'post', type: 'image/webp', sha256: '' };
  for (const [key, age] of [
    ['uploads/old.webp', DAY],
    ['uploads/new.webp', DAY - 60_000],
  ] as const) {
    await ctx.files.put(key, Buffer.from('123'));
    await db.kysely
      .insertInto('upload')
      .values({
        ...{ ...picture, file_key: key, width: 1, height: 1, size: 3 },
        ...{ created_at: ctx.now() - age, unused_since: ctx.now() - age },
      })
      .execute();
  }
  const stop = startSweeps(ctx, 5);
  await told;
  await stop();
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { message: 'unused pictures removed', count: 1, bytes: 3 },
  ]);
  expect(await ctx.files.stat('uploads/old.webp')).toBeNull();
  expect(await ctx.files.stat('uploads/new.webp')).not.toBeNull();
  await db.close();
  rmSync(folder, { recursive: true });
});
