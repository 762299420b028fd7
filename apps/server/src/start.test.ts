import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getDatabaseFile } from '@yunbiao/db';
import { afterAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../e2e/support/process.ts';
import { getProgramPath } from '../../../e2e/support/programs.ts';
import { lockDataDir } from './startup/claim-data-dir.ts';
import { claimPort } from './startup/claim-port.ts';
import { readConfig } from './config/config.ts';
import { describeStartFailure } from './startup/start-failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'yb-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the server as `npm start` does, after a shell command, until it exits. */
const start = (
  env: Record<string, string>,
  before = '',
): Promise<{ code: number | null; said: string }> =>
  new Promise((resolve) => {
    const main = getProgramPath('apps/server/src/main.ts');
    const line = `${before} exec ${process.execPath} --disable-warning=ExperimentalWarning ${main}`;
    const child = spawn('sh', ['-c', line], {
      env: { ...process.env, DATABASE_URL: '', PORT: '0', ...env },
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    // A server that starts in spite of the fault would never exit.
    const timer = setTimeout(() => child.kill('SIGKILL'), 250_000);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, said });
    });
  });

describe('a start', () => {
  it('on a busy port makes and changes nothing in the data folder', async () => {
    const busy = createServer();
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const { port } = busy.address() as AddressInfo;
    const [there, missing] = [mkdtempSync(join(folder, 'data-')), join(folder, 'missing')];
    for (const DATA_DIR of [there, missing]) {
      const { code, said } = await start({ DATA_DIR, PORT: String(port) });
      expect([code, said]).toEqual([1, expect.stringContaining(`PORT ${port} 已被别的程序占用`)]);
    }
    expect(readdirSync(there)).toEqual([]);
    expect(existsSync(missing)).toBe(false);
    busy.close();
  });

  it('on the data of a running site is refused, and goes on once that has ended', async () => {
    const DATA_DIR = mkdtempSync(join(folder, 'held-'));
    const release = lockDataDir(DATA_DIR);
    const { code, said } = await start({ DATA_DIR });
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(`DATA_DIR（${DATA_DIR}）正由另一个运行着的云标用着`),
    ]);
    const db = new DatabaseSync(getDatabaseFile(DATA_DIR));
    expect(db.prepare('SELECT name FROM sqlite_schema').all()).toEqual([]);
    db.close();
    release();
    lockDataDir(DATA_DIR)();
  });

  it('answers 503 on the port it holds until it is ready', async () => {
    const claimed = await claimPort(readConfig({ PORT: '0' }));
    const get = (path: string) => fetch(`http://127.0.0.1:${claimed.port}${path}`);
    const page = await get('/yunbiao');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
    // The browser reloads this page automatically.
    expect(page.headers.get('refresh')).toBe('2');
    expect(await page.text()).toContain('正在启动');
    expect((await get('/readyz')).status).toBe(503);
    expect((await get('/healthz')).status).toBe(200);
    claimed.server.on('request', (_req, res) => void res.end('open'));
    await claimed.open();
    expect(await (await get('/yunbiao')).text()).toBe('open');
    await claimed.close();
  });

  it('that is stopped in the middle ends cleanly, and the next one goes on', async () => {
    const DATA_DIR = join(folder, 'interrupted');
    const port = await findFreePort();
    const main = getProgramPath('apps/server/src/main.ts');
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
      env: { ...process.env, DATABASE_URL: '', PORT: String(port), DATA_DIR },
    });
    const ended = once(child, 'exit');
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(503);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    lockDataDir(DATA_DIR)();
  });

  it('on a socket of systemd lets connections wait until it is ready', async (ctx) => {
    const holder = spawnSync('systemd-socket-activate', ['--version']);
    if (holder.error) ctx.skip('systemd-socket-activate：没有找到');
    const port = await findFreePort();
    const main = getProgramPath('apps/server/src/main.ts');
    const own = {
      APP_MODE: 'production',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      DATA_DIR: join(folder, 'activated'),
    };
    const settings = [...Object.keys(own), 'PATH', 'NODE_COMPILE_CACHE'];
    const child = spawn(
      'systemd-socket-activate',
      [
        '-l',
        `127.0.0.1:${port}`,
        ...settings.flatMap((name) => ['-E', name]),
        process.execPath,
        '--disable-warning=ExperimentalWarning',
        main,
      ],
      { env: { ...process.env, ...own } },
    );
    const ended = once(child, 'exit');
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output).toContain('Listening on');
    // The first connection starts the server, and waits for its whole start.
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([reply.status, await reply.text()]).toEqual([200, 'ok\n']);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('on a socket of systemd with another port than PORT is refused with a sentence', async (ctx) => {
    const holder = spawnSync('systemd-socket-activate', ['--version']);
    if (holder.error) ctx.skip('systemd-socket-activate：没有找到');
    const port = await findFreePort();
    const main = getProgramPath('apps/server/src/main.ts');
    const child = spawn(
      'systemd-socket-activate',
      [
        '-l',
        `127.0.0.1:${port}`,
        ...[
          `DATA_DIR=${join(folder, 'other-port')}`,
          'PATH',
          'PORT=1',
          'NODE_COMPILE_CACHE',
        ].flatMap((setting) => ['-E', setting]),
        process.execPath,
        '--disable-warning=ExperimentalWarning',
        main,
      ],
      { env: process.env },
    );
    const ended = once(child, 'exit');
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output).toContain('Listening on');
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
    expect(await ended).toEqual([1, null]);
    expect(output).toContain(`要是同一个端口，现在是 ${port} 和 1。`);
  });

  const file = join(folder, 'file');
  writeFileSync(file, '');
  it.each([
    [file, `DATA_DIR 不能是 ${file}：它是一个文件`],
    [join(file, 'data'), '它上面有一层是文件'],
    ...(process.platform === 'linux'
      ? [['/proc/x', 'DATA_DIR 不能是 /proc/x：那里不能建文件夹']]
      : []),
    ...(process.platform === 'linux' ? [['/proc', 'DATA_DIR（/proc）里建不了']] : []),
  ])('with DATA_DIR=%s is refused with a sentence', async (DATA_DIR = '', sentence = '') => {
    const { code, said } = await start({ DATA_DIR });
    expect([code, said]).toEqual([1, expect.stringContaining(sentence)]);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  it('on a disk that takes no more is refused with a sentence, in the middle of making the data', async () => {
    const DATA_DIR = join(folder, 'small');
    // 64 blocks of 512 bytes per file: only the first tables fit.
    const { code, said } = await start({ DATA_DIR }, 'ulimit -f 64;');
    expect([code, said]).toEqual([
      1,
      `DATA_DIR（${DATA_DIR}）读写出错，或者写不下了，请看看磁盘。\n`,
    ]);
  });

  it.each([
    [{ code: 'ENOSPC' }, '磁盘满了'],
    [{ code: 'EFBIG' }, 'ulimit -f'],
    [{ code: 'EIO' }, '读写出错'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, '磁盘满了'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 8 }, '只能读'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 778 }, '读写出错'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 11 }, '从备份恢复'],
    [{ code: '53100' }, '数据库磁盘满了'],
  ])('that fails by %j says so, also behind another error', (what, words) => {
    const cause = Object.assign(new Error('x'), what);
    const error = new Error('migration 0001 failed', { cause });
    for (const one of [cause, error])
      expect(describeStartFailure(one, readConfig({}))).toContain(words);
  });

  it('that fails for a mistake of ours, or at a file elsewhere, is told whole', () => {
    const elsewhere = Object.assign(new Error('EIO'), { code: 'EIO', path: '/elsewhere/a.ts' });
    for (const one of [new TypeError('x is not a function'), elsewhere])
      expect(describeStartFailure(one, readConfig({}))).toBeNull();
  });
});
