import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@yunbiao/db';
import { seedDemo } from '@yunbiao/sample';
import { TEST_CLIENT } from '@yunbiao/sample/testing';
import { createDiskStore } from '@yunbiao/services';
import { testContext } from '@yunbiao/services/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';

/** Preloaded into the process: throws outside any handler on request. */
const BOMB = `process.on('message', (what) => {
  if (what === 'throw') setTimeout(() => { throw new Error('bomb'); });
  if (what === 'reject') void Promise.reject(new Error('bomb'));
  if (what === 'reset') setTimeout(() => { throw Object.assign(new Error('gone'), { code: 'ECONNRESET' }); });
}); process.channel?.unref();`;

const made = mkdtempSync(join(tmpdir(), 'yb-last-made-'));
/**
 * Creates the demo data, the slowest part of a first start, once for all processes of this file.
 */
beforeAll(async () => {
  const db = openDatabase({ dataDir: made });
  const ctx = testContext(db);
  await migrate(db);
  await seedDemo({
    client: TEST_CLIENT,
    ctx: { ...ctx, files: createDiskStore(join(made, 'files')) },
    dataDir: made,
  });
  await db.close();
  rmSync(ctx.folder, { recursive: true, force: true });
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

let folder: string;
let child: ChildProcess;
let said = '';
let port = 0;

/** Starts the program on a copy of the data. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'yb-last-'));
  cpSync(made, folder, { recursive: true });
  said = '';
  child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      `data:text/javascript,${encodeURIComponent(BOMB)}`,
      getProgramPath('apps/server/src/main.ts'),
    ],
    {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 60_000 }).toContain('云标已启动');
  port = Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
});
afterEach(async () => {
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

const isWell = async (): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/healthz`)).status === 200;

describe('an error nobody caught', () => {
  it.each(['throw', 'reject'])(
    'that comes by %s lets what is under way finish, then ends the process for its supervisor',
    async (way) => {
      const socket = connect(port, '127.0.0.1');
      let reply = '';
      socket.on('data', (chunk: Buffer) => (reply += chunk.toString()));
      socket.write(
        'POST /np/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 22\r\n' +
          'Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\nusername=',
      );
      // When this request is answered, the requests sent before it are pending.
      expect(await isWell()).toBe(true);
      const left = once(child, 'exit');
      child.send(way);
      await expect.poll(() => said, { timeout: 30_000 }).toContain('"stopping"');
      await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
      socket.write('a&password=b\r\n');
      expect(await left).toEqual([1, null]);
      expect(reply).toContain('"code":400');
      expect(said).toContain('"message":"bomb"');
    },
  );

  it('that is a broken connection ends nothing', async () => {
    child.send('reset');
    await expect.poll(() => said, { timeout: 30_000 }).toContain('connection broke');
    expect(await isWell()).toBe(true);
    expect(child.exitCode).toBeNull();
  });
});

describe('the process', () => {
  /** Sends raw text over a socket. Resolves with the response, '' for none. */
  const sendText = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
      let heard = '';
      socket.on('data', (chunk: Buffer) => {
        heard += chunk.toString('latin1');
        socket.destroy();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(heard));
    });

  const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  const KEY = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const TARGETS = [
    '//',
    '///',
    '//:0',
    '//[',
    '/\\',
    'http://',
    'http://[',
    'http://a:99999/',
    '*',
    '/%',
    '/%ff',

    '/?%',
    '/?%5B=%',
    `/?${'['.repeat(8_000)}`,
    `/?${'a&'.repeat(4_000)}`,
    '/..//..',
    '/%2e%2e/%00',

    '/yunbiao?login=%',
    '/yunbiao/qa?sort=%E0%A4%A',
    '/yunbiao/search?q=%',
    '/%E0%A4%A/download',

    '/np/api/index?alias=%',
    '/np//',
    '/files/1/%',
    '/files/%/%',
    '/uploads/%',
    '/assets/%',
    '/builds/%',

    '/_payload.json',
    '//_payload.json',
    '/%/_payload.json',
    '/sitemap.xml?part=%',
    '/%/updateLog/rss.xml',

    '/np/api/agent/socket',
    '/np/api/agent/socket?%',
    '/np/api/agent/socket#',
    '/é',
    '/\u0001x',
    '/toString',
    '/__proto__',
    '/constructor/prototype',
    '/yunbiao/__proto__',
    '/hasOwnProperty?__proto__[a]=1',
  ];
  const HEADERS = [
    'Host:',
    'Host: [',
    'Host: a b',
    'Host: 127.0.0.1:x',
    'Host: 127.0.0.1@evil',
    'Host: é',
    'Host: [::1',

    'X-Request-Id: a\r\nX-Request-Id: b',
    'X-Request-Id: é\u0001',
    'x-request-id:\r\nX-REQUEST-ID:',
    'Cookie: auto-token=%',
    'Cookie: auto-token=%\r\nCookie: auto-token=é',
    'Cookie: ;=;=;',

    'X-Domain: %',
    'X-Domain: %00',
    'X-Domain: é',
    'X-Token: é',
    'X-Forwarded-For: ,',
    'X-Forwarded-For: é',

    'Range: bytes=9-',
    'If-None-Match: é',
    'Accept-Encoding: ;q=é',
    'Origin: //',
    'Origin: é',
    'Expect: x',

    'Content-Length: 5',
    'Transfer-Encoding: chunked',
    'Content-Type: multipart/form-data; boundary=',

    'Sec-WebSocket-Key: é',
    'Authorization: Bearer é',
    '__proto__: a',
    'Connection: close, X-Token',
  ];
  const METHODS = [
    'GET',
    'POST',
    'HEAD',
    'OPTIONS',
    'PUT',
    'TRACE',
    'CONNECT',
    'PROPFIND',
    'QUERY',
  ];

  it('answers whatever is asked of it, on every entry, and stays', async () => {
    const requests = TARGETS.flatMap((target) => [
      ...['', UPGRADE, UPGRADE + KEY].map(
        (more) => `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`,
      ),
      `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n`,
    ]);
    for (const path of ['/', '/yunbiao', '/np/api/index', '/np/api/agent/socket', '/files/1/a'])
      for (const header of HEADERS)
        for (const more of ['', UPGRADE + KEY]) {
          const host = header.startsWith('Host') ? '' : 'Host: 127.0.0.1\r\n';
          requests.push(
            `GET ${path} HTTP/1.1\r\n${host}${header}\r\n${more}Connection: close\r\n\r\n`,
          );
        }
    for (const method of METHODS)
      for (const path of ['/', '/np/login', '*', '127.0.0.1:1'])
        requests.push(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n`);
    requests.push('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\0\0\0\0\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n');
    const failures: string[] = [];
    for (let from = 0; from < requests.length; from += 20)
      await Promise.all(
        requests.slice(from, from + 20).map(async (request) => {
          const reply = await sendText(request);
          // 503: the software's page is still being rendered. Not an error.
          if (/^HTTP\/1.1 5(?!03)/.test(reply)) failures.push(`${request}\n→ ${reply}`);
        }),
      );
    expect(failures).toEqual([]);
    expect(said.split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([]);
    expect(await isWell()).toBe(true);
    expect(child.exitCode).toBeNull();
  });
});
