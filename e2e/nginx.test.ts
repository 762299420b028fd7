import { chmod, readFile } from 'node:fs/promises';
import { connect, type ClientHttp2Session } from 'node:http2';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { RETRY_S } from '../scripts/lib/proxy-errors.ts';
import { startZplPrinter, type ZplPrinter } from './printers/zpl/zpl.ts';
import { runAdmin } from './support/admin.ts';
import { makeAgent, type TestAgent } from './support/agent.ts';
import { type Change, noNginx, startNginx, type TestNginx } from './support/nginx.ts';
import { type EventStream, openPrintEvents } from './support/print-events.ts';
import { type MemberCall, pairClient, printLabel, saveConfig } from './support/print-through.ts';
import { findFreePort } from './support/process.ts';
import { startServer, type TestServer } from './support/server.ts';
import { CURL_UPLOADS, noCurl, type Upload, UPLOADS } from './support/uploads.ts';

const HOST = 'localhost';
const MIB = 2 ** 20;
const PRINT = '/np/api/uc/print';
/** The site's keep-alives come every 12 s (sockets) and 15 s (streams): below, as 75 s in the sample. */
const READ_TIMEOUT_S = 20;

/** The three lines that an operator uncomments, with other numbers. */
const LIMIT: readonly Change[] = [
  [/# (limit_req_zone .*rate=)50r\/s;/, '$11r/m;'],
  [/# (limit_req_status 429;)/, '$1'],
  [/# (limit_req zone=yunbiao_rate burst=)200 /, '$19 '],
];

let server: TestServer;
let front: TestNginx;
/** Waits a second for the site, and takes no more than a few requests. */
let strict: TestNginx;
let printer: ZplPrinter;
let agent: TestAgent;
let token = '';

/** Replies through nginx, of the site or of nginx itself. */
const callThrough: MemberCall = async <T>(path: string, body?: object): Promise<T> => {
  const headers = { 'Content-Type': 'application/json', 'X-Token': token, 'X-Domain': 'labels' };
  const text = body && JSON.stringify(body);
  const reply = await front.get(path, { method: body ? 'POST' : 'GET', headers }, text);
  const { state, msg, data } = JSON.parse(reply.body) as { state: string; msg: string; data: T };
  if (state !== 'ok') throw new Error(`${path}: ${msg}`);
  return data;
};

beforeAll(async () => {
  if (noNginx) return;
  const https = await findFreePort();
  server = await startServer({
    APP_MODE: 'production',
    PUBLIC_URL: `https://${HOST}:${https}`,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
  });
  front = await startNginx(server.port, {
    host: HOST,
    https,
    changes: [
      [/proxy_read_timeout 75s;/, `proxy_read_timeout ${READ_TIMEOUT_S}s;`],
      [/proxy_send_timeout 75s;/, `proxy_send_timeout ${READ_TIMEOUT_S}s;`],
    ],
  });
  strict = await startNginx(server.port, {
    host: HOST,
    changes: [[/proxy_read_timeout 75s;/, 'proxy_read_timeout 1s;'], ...LIMIT],
  });
  await runAdmin(server, ['software', 'add', 'labels', '门店标签'], {
    APP_MODE: 'production',
    PUBLIC_URL: `https://${HOST}:${https}`,
  });
  const account = { username: 'behind', password: 'correct horse 9' };
  token = (await callThrough<{ token: string }>('/np/register', account)).token;
  printer = await startZplPrinter({ instant: true });
  // As a certificate that the client's machine trusts.
  agent = await makeAgent('off', { NODE_EXTRA_CA_CERTS: front.certificate });
});
afterAll(async () => {
  await agent?.remove();
  await printer?.close();
  await Promise.all([front?.stop(), strict?.stop()]);
  await server?.stop();
});

const skipWithout = (ctx: TestContext, reason = noNginx): void => {
  if (reason) ctx.skip(reason);
};

/** A submission of 24,000,000 bytes, as many as the site reads, of which row 8000 is wrong. */
const createLongBody = (): string => {
  const head = '{"printConfigId":"1","templateId":"1","idempotencyKey":"a-long-body","rows":[';
  const end = '{"品名":{}}]}';
  const remainingBytes = 24_000_000 - Buffer.byteLength(head + end);
  const frame = Buffer.byteLength('{"品名":""},');
  const letters = Math.floor(remainingBytes / 7_999) - frame;
  const row = `{"品名":"${'x'.repeat(letters)}"},`;
  const spaces = remainingBytes - 7_999 * (letters + frame);
  return head + row.repeat(7_999) + ' '.repeat(spaces) + end;
};

describe('an upload through nginx', () => {
  const names = [...Object.keys(UPLOADS), ...Object.keys(CURL_UPLOADS)];

  it.for(names)('of 26 MB gets the limit in Chinese: %s', async (name, ctx) => {
    skipWithout(ctx, noNginx || (name in UPLOADS ? '' : noCurl));
    const send = UPLOADS[name] ?? CURL_UPLOADS[name];
    const upload: Upload = { nginx: front, path: PRINT, bytes: 26 * MIB };
    const reply = await send?.(upload);
    expect(reply).toMatchObject({ status: 413, type: 'application/json; charset=utf-8' });
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({
      state: 'fail',
      code: 413,
      msg: expect.stringContaining('24 MB'),
    });
  });

  it.for(['a stream with its length', 'HTTP/2'])('to a page gets a page: %s', async (name, ctx) => {
    skipWithout(ctx);
    const page = await UPLOADS[name]?.({ nginx: front, path: '/labels', bytes: 26 * MIB });
    expect(page).toMatchObject({ status: 413, type: 'text/html; charset=utf-8' });
    expect(page?.body).toContain('一次打印的数据不超过 24 MB');
  });

  it('is refused before it is sent, when its length is given', async (ctx) => {
    skipWithout(ctx);
    const upload: Upload = { nginx: front, path: PRINT, bytes: 26 * MIB };
    const reply = await UPLOADS['a stream with its length']?.(upload);
    expect(reply?.sentBytes).toBeLessThan(13 * MIB);
  });

  it('between the limits of the two is answered by the site, below both it is read', async (ctx) => {
    skipWithout(ctx);
    const headers = { 'Content-Type': 'application/json', 'X-Token': token, 'X-Domain': 'labels' };
    const send = (body: Buffer | string) => front.get(PRINT, { method: 'POST', headers }, body);
    const replies = [
      [Buffer.alloc(26_000_000, 0x20), 413, '最多 24 MB'],
      [Buffer.alloc(24_000_001, 0x20), 413, '最多 24 MB'],
      // The last row is the wrong one: everything before it was read.
      [createLongBody(), 400, '第 8000 行'],
    ] as const;
    for (const [sent, code, text] of replies) {
      const { headers: replyHeaders, body } = await send(sent);
      expect(JSON.parse(body)).toMatchObject({ code, msg: expect.stringContaining(text) });
      // nginx asked the site.
      const line = await front.findLine(replyHeaders['x-request-id']);
      expect(line['upstreamSeconds']).toMatch(/^\d/);
    }
  });
});

describe('what stays open behind nginx', () => {
  let session: ClientHttp2Session;
  let streams: EventStream[] = [];
  /** Connections of the print client so far. */
  const countSockets = async () =>
    (await front.readLog()).filter(({ path }) => path === '/np/api/agent/socket').length;

  beforeAll(async () => {
    if (noNginx) return;
    session = connect(front.url, { ca: await readFile(front.certificate), host: '127.0.0.1' });
    streams = [await openPrintEvents(front, token), await openPrintEvents(front, token, session)];
  });
  afterAll(() => {
    for (const { end } of streams) end();
    session?.close();
  });

  it('passes events on at once, over HTTP/1.1 and HTTP/2', async (ctx) => {
    skipWithout(ctx);
    for (const stream of streams) {
      expect([stream.type, stream.encoding]).toEqual([
        expect.stringContaining('text/event-stream'),
        'gzip',
      ]);
      await expect.poll(stream.read).toContain('event: resync');
    }
  });

  it('lets a print client pair, print a label and report it', async (ctx) => {
    skipWithout(ctx);
    await pairClient(callThrough, agent, {
      url: front.url,
      printer: `tcp://127.0.0.1:${printer.port}`,
    });
    expect(await printLabel(callThrough, await saveConfig(callThrough))).toBe('printed');
    expect(printer.paper().filter(({ whole }) => whole)).toHaveLength(1);
    for (const { read } of streams) {
      expect(read()).toContain('event: client');
      await expect.poll(read).toContain('"printed"');
      expect(read()).not.toContain('[closed]');
    }
  });

  it('stays open for longer than nginx waits, and the client does not connect again', async (ctx) => {
    skipWithout(ctx);
    const countKeepAlives = () =>
      streams.map(({ read }) => read().split(': keep-alive').length - 1);
    const [before = 0] = countKeepAlives();
    // nginx would have ended both after the first.
    for (const index of streams.keys())
      await expect.poll(() => countKeepAlives()[index]).toBeGreaterThanOrEqual(before + 2);
    for (const { read } of streams) expect(read()).not.toContain('[closed]');
    // nginx logs a connection when it ends.
    expect(await countSockets()).toBe(0);
  });
});

describe('what nginx answers itself', () => {
  const REPLIES = {
    429: [429, '请求太频繁'],
    500: [500, '服务器出错了'],
    502: [503, '网站暂时连不上'],
    503: [503, '网站暂时不能用'],
    504: [503, '网站没有及时回答'],
  } as const;

  /** Both forms of a page of nginx. */
  const expectBoth = async (nginx: TestNginx, status: keyof typeof REPLIES, body?: Buffer) => {
    const [code, title] = REPLIES[status];
    const wait = status === 500 ? undefined : String(RETRY_S);
    const method = body ? 'POST' : 'GET';
    const page = await nginx.get('/labels/vip', { method }, body);
    expect([page.status, page.headers['retry-after']]).toEqual([status, wait]);
    expect(page.body).toContain(`<h1>${title}</h1>`);
    expect(page.body).toContain(`请求编号 ${String(page.headers['x-request-id'])}<`);
    const call = await nginx.get(PRINT, { method: 'POST' }, body ?? '{}');
    expect([call.status, call.headers['retry-after']]).toEqual([status, wait]);
    expect(JSON.parse(call.body)).toMatchObject({
      state: 'fail',
      code,
      msg: expect.stringContaining(title),
    });
  };

  /** Uses up the requests that a limit lets through. */
  const untilAnswered = async (nginx: TestNginx, status: number): Promise<void> => {
    while ((await nginx.get('/healthz')).status !== status);
  };

  it('says 504 when the site is there and does not answer', async (ctx) => {
    skipWithout(ctx);
    process.kill(server.pid, 'SIGSTOP');
    try {
      await expectBoth(strict, 504);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    expect((await front.get('/labels/vip')).status).toBe(200);
  });

  it('says 429 when its own limit is reached', async (ctx) => {
    skipWithout(ctx);
    await untilAnswered(strict, 429);
    await expectBoth(strict, 429);
    // The other one has no limit, as the sample.
    expect((await front.get('/labels/vip')).status).toBe(200);
  });

  it('says 503 when an operator leaves its limit without a status', async (ctx) => {
    skipWithout(ctx);
    const changes = LIMIT.filter(([pattern]) => !pattern.source.includes('status'));
    const own = await startNginx(server.port, { host: HOST, changes });
    try {
      await untilAnswered(own, 503);
      await expectBoth(own, 503);
    } finally {
      await own.stop();
    }
  });

  it('says 500 when it cannot work itself', async (ctx) => {
    skipWithout(ctx);
    const spool = join(dirname(front.certificate), 'body');
    await chmod(spool, 0);
    try {
      await expectBoth(front, 500, Buffer.alloc(MIB));
    } finally {
      await chmod(spool, 0o755);
    }
  });

  it('says 502 while the site is stopped, and the client prints again afterwards', async (ctx) => {
    skipWithout(ctx);
    await server.crashAndRestart(() => expectBoth(front, 502));
    expect((await front.get('/labels/vip')).status).toBe(200);
    const { list } = await callThrough<{ list: { id: string }[] }>('/np/api/uc/printConfigList');
    expect(await printLabel(callThrough, list[0]?.id ?? '')).toBe('printed');
  });
});

describe('the request id', () => {
  it('is the same in the reply and both logs, whatever a visitor sends', async (ctx) => {
    skipWithout(ctx);
    const forged = 'forged-by-a-visitor';
    const headers = {
      'X-Request-ID': forged,
      'X-Forwarded-For': '198.51.100.9',
      'X-Forwarded-Proto': 'http',
    };
    for (const path of ['/np/api/uc/clientList', '/labels/nothing-here', '/np/nothing']) {
      const reply = await front.get(path, { headers });
      const requestId = String(reply.headers['x-request-id']);
      expect(requestId).toMatch(/^[\da-f]{32}$/);
      expect(await front.findLine(requestId)).toMatchObject({ path, address: '127.0.0.1' });
      await expect
        .poll(() =>
          server
            .output()
            .split('\n')
            .find((line) => line.includes(requestId)),
        )
        .toContain(path);
    }
    expect(server.output()).not.toContain(forged);
    expect(server.output()).not.toContain('198.51.100.9');
  });
});
