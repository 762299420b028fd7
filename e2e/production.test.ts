import { execFile } from 'node:child_process';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { parseCommand } from '../apps/server/src/admin/parse.ts';
import { runAdminCommand } from '../apps/server/src/admin/run.ts';
import { readConfig } from '../apps/server/src/config/config.ts';
import { createServiceContext } from '../apps/server/src/startup/create-context.ts';
import { createLog } from '../apps/server/src/log.ts';
import { openExistingDatabase } from '../apps/server/src/startup/open-existing-database.ts';
import { runAdmin } from './support/admin.ts';
import { readReply, HOST, noNginx, startNginx, type TestNginx } from './support/nginx.ts';
import { repository } from './support/process.ts';
import { startServer, type TestServer } from './support/server.ts';

const run = promisify(execFile);

/** The guide's commands as a shell parses them: the part after `npm run admin --`. */
const walk = async (): Promise<string[][]> => {
  const guide = await readFile(join(repository, 'docs/operations.md'), 'utf8');
  const [, block] = /<!-- walk: .* -->\n\n```sh\n([\s\S]*?)```/.exec(guide) ?? [];
  if (!block) throw new Error('docs/operations.md has no walk any more');
  const told = `npm() { [ "$1 $2 $3" = 'run admin --' ]; shift 3; printf '%s\\0' "$@"; printf '\\n'; }`;
  const { stdout } = await run('/bin/sh', ['-ec', `${told}\n${block}`]);
  return stdout
    .split('\0\n')
    .slice(0, -1)
    .map((line) => line.split('\0'));
};

const settings = {
  APP_MODE: 'production',
  PUBLIC_URL: `https://${HOST}`,
  TRUST_PROXY: '1',
  LOG_LEVEL: 'warn',
};

let server: TestServer;
let front: TestNginx | undefined;

beforeAll(async () => {
  server = await startServer(settings);
  if (!noNginx) front = await startNginx(server.port);
});
afterAll(async () => {
  await front?.stop();
  await server?.stop();
});

const behindNginx = (ctx: TestContext): TestNginx => front ?? ctx.skip(noNginx);

/** A page as visitors get it: through nginx if available. */
const fetchPage = async (path: string) => {
  const request = { host: '127.0.0.1', port: server.port, path, headers: { Host: HOST } };
  const { status, body } = await (front ? front.get(path) : readReply(plainRequest(request)));
  return { status, text: body.replace(/<script[\s\S]*?<\/script>/g, '') };
};

describe('a site in production', () => {
  it('is set up from nothing by the commands of the guide', async () => {
    expect((await fetchPage('/labels')).status).not.toBe(200);
    const config = readConfig({ ...settings, DATA_DIR: server.dataDir });
    const db = await openExistingDatabase(config);
    const context = createServiceContext(config, db, createLog('error'));
    const said: string[] = [];
    for (const argv of await walk()) {
      const command = parseCommand(argv);
      if (command.name === 'help') continue;
      said.push((await runAdminCommand(context, command, repository)).text);
    }
    await db.close();
    expect(said.at(-1)).toMatch(/^labels +门店标签 +- +上线$/m);
    // The site checks for external changes every second.
    while (!(await fetchPage('/labels/qa')).text.includes('打印机'))
      await new Promise((resolve) => setTimeout(resolve, 100));
    const shown: [string, string[]][] = [
      ['/', ['门店标签']],
      ['/labels', ['画多少，打印多少', '400-000-0000', '月付']],
      ['/labels/vip', ['月付', '¥29', '年付', '¥288']],
      ['/labels/download', ['打印客户端', 'Windows', 'Linux']],
      ['/labels/article', ['快速上手']],
      ['/labels/updateLog', ['第一版']],
      ['/labels/qa', ['打印机']],
      // Public templates come with the product; the guide adds one more.
      ['/labels/tools/temp', ['商品价签', '基准标签']],
      ['/article/1.html', ['就是同意这些约定']],
    ];
    for (const [path, words] of shown) {
      const { status, text } = await fetchPage(path);
      expect([path, status]).toEqual([path, 200]);
      for (const word of words) expect(text, path).toContain(word);
    }
  });

  it('is sent on to https, and certificates can be asked for without it', async (ctx) => {
    const nginx = behindNginx(ctx);
    const there = await nginx.plain('/labels?a=1');
    expect([there.status, there.headers.location]).toEqual([301, `https://${HOST}/labels?a=1`]);
    expect((await nginx.plain('/.well-known/acme-challenge/x')).status).toBe(404);
  });

  const createCaller =
    (nginx: TestNginx) =>
    async (path: string, input: object, headers: Record<string, string> = {}) => {
      const own = { 'Content-Type': 'application/json', 'X-Domain': 'labels', ...headers };
      const options = { method: 'POST', headers: own, localAddress: '127.7.0.2' };
      const { body } = await nginx.get(path, options, JSON.stringify(input));
      return JSON.parse(body) as { code: number; data: Record<string, string> };
    };
  let token = '';

  it('knows visitors by the address nginx sees, whatever they say themselves', async (ctx) => {
    const nginx = behindNginx(ctx);
    const input = { username: 'visitor', password: 'correct horse 9' };
    const signed = await createCaller(nginx)('/np/register', input, {
      'X-Forwarded-For': '198.51.100.9',
    });
    token = signed.data.token ?? '';
    const show = ['member', 'show', 'visitor', '--json'];
    const output = await runAdmin(server, show, settings);
    const { sessions } = JSON.parse(output) as { sessions: { network: string }[] };
    expect(sessions.map(({ network }) => network)).toEqual(['127.7.0.*']);
    // Local-only addresses are blocked for clients of the proxy.
    expect((await nginx.get('/metrics')).status).toBe(403);
  });

  it('passes events on as they happen, and the sockets of print clients', async (ctx) => {
    const nginx = behindNginx(ctx);
    const events = nginx.open('/np/api/uc/printEvents', { headers: { 'X-Token': token } });
    events.end();
    const [stream] = (await once(events, 'response')) as [IncomingMessage];
    expect(stream.headers['content-type']).toContain('text/event-stream');
    let heard = '';
    const readUntil = async (word: string): Promise<void> => {
      while (!heard.includes(word)) heard += String(((await once(stream, 'data')) as [Buffer])[0]);
    };
    await readUntil('event: resync');
    const machine = { machineName: '收银台', system: 'Linux', version: '0.1.0' };
    const pairing = await createCaller(nginx)('/np/api/agent/pair', machine);
    const { code = '', secret = '', url } = pairing.data;
    expect(url).toContain(`https://${HOST}/`);
    await createCaller(nginx)('/np/api/uc/pairConfirm', { code }, { 'X-Token': token });
    // While the response is still open: nothing is buffered.
    await readUntil('event: client');
    stream.destroy();
    const { data } = await createCaller(nginx)('/np/api/agent/pairPoll', { secret });
    const upgrade = (key: string) => {
      const headers = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        Authorization: `Bearer ${key}`,
      };
      const request = nginx.open('/np/api/agent/socket', { headers });
      request.end();
      return request;
    };
    const [accepted, socket] = (await once(upgrade(data.key ?? ''), 'upgrade')) as [
      IncomingMessage,
      Socket,
    ];
    expect([accepted.statusCode, accepted.headers['sec-websocket-accept']]).toEqual([
      101,
      's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
    ]);
    socket.destroy();
    const [refused] = (await once(upgrade('wrong'), 'response')) as [IncomingMessage];
    expect(refused.statusCode).toBe(401);
    refused.destroy();
  });

  it('lets the site itself refuse what is too large, and refuses what is far too large', async (ctx) => {
    const nginx = behindNginx(ctx);
    const headers = { 'Content-Type': 'application/json', 'X-Token': token, 'X-Domain': 'labels' };
    const send = (bytes: number) =>
      nginx.get('/np/api/uc/print', { method: 'POST', headers }, Buffer.alloc(bytes, 0x20));
    const large = await send(24_500_000);
    expect([large.status, large.body]).toEqual([413, expect.stringContaining('最多 24 MB')]);
    const larger = await send(27_000_000);
    expect([larger.status, larger.body]).toEqual([413, expect.stringContaining('不超过 24 MB')]);
  });

  it('sends a download whole, without a copy on nginx’s disk', async (ctx) => {
    const nginx = behindNginx(ctx);
    const { text } = await fetchPage('/labels/download');
    const [, path = ''] = /href="(\/files\/[^"]+\.zip)"/.exec(text) ?? [];
    const { status, headers, body } = await nginx.get(path);
    expect([status, headers['accept-ranges'], body.startsWith('PK')]).toEqual([200, 'bytes', true]);
  });
});
