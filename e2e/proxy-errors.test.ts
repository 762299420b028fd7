import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import type { FailEnvelope } from '@yunbiao/contract/core/envelope';
import { createHttpServer } from '../apps/server/src/http/http-server.ts';
import { buildProxyErrorFiles, PROXY_ERRORS, RETRY_S } from '../scripts/lib/proxy-errors.ts';
import { noNginx, startNginx, type TestNginx } from './support/nginx.ts';
import { findFreePort, repository } from './support/process.ts';

const NGINX_ID = /^[\da-f]{32}$/;

describe('the pages of nginx itself', () => {
  it('are those npm run generate makes, and nothing else is there', async () => {
    const folder = join(repository, 'deploy/errors');
    const files = buildProxyErrorFiles();
    expect((await readdir(folder)).toSorted()).toEqual([...files.keys()].toSorted());
    for (const [name, content] of files)
      expect([name, await readFile(join(folder, name), 'utf8')]).toEqual([name, content]);
  });

  it('need nothing from elsewhere, in both themes', () => {
    for (const [name, content] of buildProxyErrorFiles()) {
      if (!name.endsWith('.html')) continue;
      expect(content, name).not.toMatch(/<(?:script|link|img|iframe)|url\(|https?:|@import/);
      expect(content, name).toContain('prefers-color-scheme:dark');
    }
  });

  it('ask for nothing they do not show: programs see the id in a header only', () => {
    for (const [name, content] of buildProxyErrorFiles()) {
      expect(content, name).not.toMatch(/时间|这一页/);
      if (!content.includes('编号')) continue;
      expect(content, name).toContain(name.endsWith('.json') ? 'X-Request-Id' : '请求编号 <');
    }
  });

  it('are named in nginx.conf, with the same seconds to wait', async () => {
    const conf = await readFile(join(repository, 'deploy/nginx.conf'), 'utf8');
    const [, list = ''] = /error_page ([\d ]+) \/yunbiao-errors\/\$status/.exec(conf) ?? [];
    expect(list.split(' ').map(Number)).toEqual(PROXY_ERRORS.map(({ status }) => status));
    const [, map = ''] = /map \$status \$yunbiao_retry_after \{([^}]*)\}/.exec(conf) ?? [];
    const waits = [...map.matchAll(/(\d{3}) +(\d+);/g)].map(([, status, wait]) => [status, wait]);
    expect(waits).toEqual(['429', '502', '503', '504'].map((status) => [status, String(RETRY_S)]));
  });
});

it('nginx closes an idle connection to the site before the site does', async () => {
  const conf = await readFile(join(repository, 'deploy/nginx.conf'), 'utf8');
  const [, seconds = ''] =
    /upstream yunbiao \{[^}]*\n {4}keepalive_timeout (\d+)s;/.exec(conf) ?? [];
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds) * 1e3).toBeLessThan(createHttpServer().keepAliveTimeout);
});

describe('nginx in front of the site', () => {
  let seen: IncomingHttpHeaders = {};
  const site = createServer((req, res) => {
    seen = req.headers;
    req.resume();
    res.writeHead(req.url === '/busy' ? 503 : 200, { 'Content-Type': 'text/plain' });
    res.end('of the site');
  });
  let up: TestNginx | undefined;
  let down: TestNginx | undefined;

  beforeAll(async () => {
    if (noNginx) return;
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    up = await startNginx((site.address() as AddressInfo).port);
    down = await startNginx(await findFreePort());
  });
  afterAll(async () => {
    await Promise.all([up?.stop(), down?.stop()]);
    site.close();
  });

  const requireNginx = (nginx: TestNginx | undefined, ctx: TestContext): TestNginx =>
    nginx ?? ctx.skip(noNginx);

  it('tells visitors in Chinese that the site is away, with the id of its log', async (ctx) => {
    const nginx = requireNginx(down, ctx);
    const { status, headers, body } = await nginx.get('/labels?token=secret', { method: 'POST' });
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([
      502,
      String(RETRY_S),
      'no-store',
    ]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<h1>网站暂时连不上</h1>');
    const requestId = String(headers['x-request-id']);
    expect(requestId).toMatch(NGINX_ID);
    expect(body).toContain(`请求编号 ${requestId}<`);
    expect(await nginx.findLine(requestId)).toMatchObject({
      method: 'POST',
      path: '/labels',
      status: '502',
    });
    expect(JSON.stringify(await nginx.readLog())).not.toContain('secret');
  });

  it('tells callers so in the envelope of the API', async (ctx) => {
    const nginx = requireNginx(down, ctx);
    for (const path of ['/np/api/uc/print', '/np/api/print/batches', '/users/anything']) {
      const { status, headers, body } = await nginx.get(path, { method: 'POST' }, '{}');
      expect([status, headers['retry-after']]).toEqual([502, String(RETRY_S)]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(body)).toEqual({
        state: 'fail',
        code: 503,
        msg: expect.stringContaining('网站暂时连不上'),
        data: { retryAfter: RETRY_S },
      } satisfies Record<keyof FailEnvelope, unknown>);
    }
    expect((await nginx.get('/npx')).headers['content-type']).toContain('text/html');
  });

  it('refuses what is too large or unreadable in Chinese', async (ctx) => {
    const nginx = requireNginx(up, ctx);
    const long = 'x'.repeat(9_000);
    const tooLarge = { method: 'POST', headers: { 'Content-Length': '30000000' } };
    const replies = [
      [414, '网址太长', await nginx.get(`/${long}`)],
      [400, '这个请求读不懂', await nginx.get('/', { headers: { Cookie: long } })],
      [413, '发送的内容太大', await nginx.get('/labels', tooLarge)],
      [413, '"code":413', await nginx.get('/np/api/uc/print', tooLarge)],
    ] as const;
    for (const [status, text, reply] of replies) {
      expect([status, reply.status]).toEqual([status, status]);
      expect(reply.body).toContain(text);
      expect(reply.headers['retry-after']).toBeUndefined();
    }
  });

  it('gives out none of these pages by name', async (ctx) => {
    const nginx = requireNginx(up, ctx);
    expect((await nginx.get('/yunbiao-errors/502.html')).body).not.toContain('网站暂时连不上');
  });

  it('passes the errors of the site on as they are', async (ctx) => {
    const { status, body } = await requireNginx(up, ctx).get('/busy');
    expect([status, body]).toEqual([503, 'of the site']);
  });

  it('sends the site what it knows itself, never what a visitor says, and the trace', async (ctx) => {
    const nginx = requireNginx(up, ctx);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const forged = {
      'X-Request-ID': 'forged-by-a-visitor',
      'X-Forwarded-For': '198.51.100.9',
      'X-Forwarded-Proto': 'http',
    };
    await nginx.get('/labels', { headers: { ...forged, traceparent } });
    expect(seen).toMatchObject({
      'x-request-id': expect.stringMatching(NGINX_ID),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      traceparent,
    });
    expect(await nginx.findLine(seen['x-request-id'])).toMatchObject({ path: '/labels' });
  });
});
