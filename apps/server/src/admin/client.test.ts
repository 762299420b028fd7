import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate, openDatabase } from '@yunbiao/db';
import { listDownloadsByVersion, getSoftware } from '@yunbiao/services';
import { addSoftware, createTestContext } from '@yunbiao/services/testing';
import { afterAll, expect, it } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';
import { parseCommand } from './parse.ts';
import { runAdminCommand } from './run.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'yb-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Node's compile cache: a process starts in half the time. */
const COMPILED = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

const main = getProgramPath('apps/server/src/admin/main.ts');
const runAdmin = async (...args: string[]) => {
  // No site and only the settings that production requires: packing needs neither.
  const env = { ...COMPILED, INIT_CWD: folder, APP_MODE: 'production' };
  try {
    const { stdout } = await run(process.execPath, [main, ...args], { cwd: repository, env });
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, text: stderr };
  }
};

it('the print client is packed without a site, and what was packed runs', async () => {
  const { code, text } = await runAdmin('client', 'build', 'packed');
  const names = readdirSync(join(folder, 'packed')).toSorted();
  expect([code, names.map((name) => name.replace(/.*\.(zip|tar\.gz)$/, '$1'))]).toEqual([
    0,
    ['tar.gz', 'zip'],
  ]);
  for (const name of names) {
    const bytes = readFileSync(join(folder, 'packed', name));
    expect(text).toContain(createHash('sha256').update(bytes).digest('hex'));
  }
  const again = await runAdmin('client', 'build', 'packed');
  expect(again).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^写不了 .*已经有了.*。\n$/),
  });

  await run('tar', ['-xzf', join(folder, 'packed', names[0] ?? ''), '-C', folder]);
  const own = join(folder, 'yunbiao-agent');
  // What `npm install` creates there, as links: its own packages and their dependencies.
  mkdirSync(join(own, 'node_modules/@yunbiao'), { recursive: true });
  for (const name of ['contract', 'label'])
    symlinkSync(join(own, 'packages', name), join(own, 'node_modules/@yunbiao', name));
  const folders = ['apps/agent', ...['contract', 'label'].map((name) => `packages/${name}`)];
  const wanted = folders.flatMap((folder) => {
    const text = readFileSync(join(own, folder, 'package.json'), 'utf8');
    return Object.keys((JSON.parse(text) as { dependencies?: object }).dependencies ?? {});
  });
  for (const name of new Set(wanted.filter((item) => !item.startsWith('@yunbiao/'))))
    symlinkSync(join(repository, 'node_modules', name), join(own, 'node_modules', name));
  const { stdout } = await run(process.execPath, [join(own, 'apps/agent/src/main.ts'), 'help'], {
    cwd: own,
  });
  expect(stdout).toContain('printer add');
});

it('the print client is offered for every system by one command, once', async () => {
  const db = openDatabase({ filename: join(folder, 'site.db') });
  await migrate(db);
  const ctx = createTestContext(db);
  await addSoftware(ctx, 'shop');
  const offer = async () => {
    const command = parseCommand(['client', 'offer', 'shop', '--notes', '第一版']);
    if (command.name === 'help') throw new Error('help');
    return (await runAdminCommand(ctx, command, folder)).text.split('\n');
  };
  const listOfferWords = async () =>
    (await offer()).slice(0, 3).map((line) => /^已加|本来就有/.exec(line)?.[0]);
  expect(await listOfferWords()).toEqual(['已加', '已加', '已加']);
  expect(await listOfferWords()).toEqual(['本来就有', '本来就有', '本来就有']);
  const { versions } = await listDownloadsByVersion({
    ctx,
    software: await getSoftware(ctx, { alias: 'shop' }),
  });
  expect(versions).toMatchObject([
    {
      notes: '第一版',
      files: [{ platform: 'windows' }, { platform: 'macos' }, { platform: 'linux' }],
    },
  ]);
  await db.close();
});
