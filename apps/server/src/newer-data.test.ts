import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { copyFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { getProgramPath } from '../../../e2e/support/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'yb-newer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Output and exit code of a program of this repository, run as npm runs it. */
const run = (
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [getProgramPath(program), ...args], {
      env: { ...process.env, PORT: '0', ...env },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const timer = setTimeout(() => child.kill('SIGKILL'), 250_000);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, said });
    });
  });

describeEachDatabase((open) => {
  it.each([
    ['start', 'apps/server/src/main.ts', []],
    ['admin', 'apps/server/src/admin/main.ts', ['software', 'list']],
    ['backup', 'apps/server/src/backup.ts', ['copy']],
  ])('data of a later build is refused by %s with one sentence', async (_name, program, args) => {
    const db = await open();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2026-01-01T00:00:00.000Z')`.execute(
      db.kysely,
    );
    const { databaseUrl = '', filename } = open.location(db);
    const dataDir = mkdtempSync(join(folder, 'data-'));
    if (filename) {
      await db.backup?.(join(dirname(filename), 'copy.db'));
      copyFileSync(join(dirname(filename), 'copy.db'), join(dataDir, 'yunbiao.db'));
      rmSync(join(dirname(filename), 'copy.db'));
    }
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, INIT_CWD: folder };
    const { code, said } = await run(program, args, env);
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toEqual([
      `${filename ? `DATA_DIR（${dataDir}）` : 'DATABASE_URL 所指的库'}里的数据是更新的云标写的，这个版本打不开：请换回更新的版本，或者恢复更新前的备份。`,
    ]);
    await sql`delete from kysely_migration where name = '9999-later'`.execute(db.kysely);
  });
});
