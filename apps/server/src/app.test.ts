import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Database, migrate, openDatabase, readSchemaState } from '@yunbiao/db';
import { seedDemo } from '@yunbiao/sample';
import { TEST_CLIENT } from '@yunbiao/sample/testing';
import {
  type Context,
  createBus,
  createDiskStore,
  createClientPresence,
  login,
  setSoftwareField,
  setSoftwareState,
  suspendMember,
  SYSTEM,
} from '@yunbiao/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from './api/api.ts';
import { type App, createApp } from './app.ts';
import { readConfig } from './config/config.ts';
import { watchContentChanges } from './background/content-watch.ts';
import { createLog } from './log.ts';
import { buildSecurityHeaders } from './pages/security-headers.ts';
import { loadBuiltSite } from './pages/site.ts';
import { buildSiteForTests } from '../../../scripts/vitest/build-site.ts';

const ROOT = join(import.meta.dirname, '../../..');
const HOST = '127.0.0.1';

type Answer = { status: number; headers: Record<string, string | undefined>; body: string };

let folder: string;
let db: Database;
let ctx: Context;
let app: App;
let port: number;
let token: string;
let unwatch: () => void;
const logged: string[] = [];

const decode = (bytes: Buffer, encoding: string | undefined): string =>
  (encoding === 'br'
    ? brotliDecompressSync(bytes)
    : encoding === 'gzip'
      ? gunzipSync(bytes)
      : bytes
  ).toString();

/** Sends one request with any Host; redirects are not followed. */
const requestPath = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const req = request(
      { host: HOST, port, path, method, headers: { Host: `${HOST}:${port}`, ...headers } },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => {
          const all = res.headers as Answer['headers'];
          resolve({
            status: res.statusCode ?? 0,
            headers: all,
            body: decode(Buffer.concat(chunks), all['content-encoding']),
          });
        });
      },
    );
    req.on('error', reject);
    req.end();
  });

const asMember = (): Record<string, string> => ({ Cookie: `auto-token=${token}` });

const createContext = (): Context => ({
  db,
  actor: SYSTEM,
  bus: createBus((error) => {
    throw error;
  }),
  files: createDiskStore(join(folder, 'files')),
  log: createLog('error', (line) => logged.push(line)),
  now: Date.now,
  presence: createClientPresence(),
  settings: { mode: 'demo', publicUrl: 'http://127.0.0.1:3000', icpNo: null, psbNo: null },
});

beforeAll(async () => {
  buildSiteForTests();
  folder = mkdtempSync(join(tmpdir(), 'yb-app-'));
  db = openDatabase({ dataDir: folder });
  await migrate(db);
  ctx = createContext();
  const demo = await seedDemo({ client: TEST_CLIENT, ctx, dataDir: folder });
  ({ token } = await login({ ctx, input: demo, origin: { address: HOST, userAgent: 'test' } }));
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' });
  const api = createApi(ctx);
  app = await createApp({
    config,
    log: createLog('error', (line) => logged.push(line)),
    api,
    openSite: () => loadBuiltSite(join(ROOT, 'apps/site'), buildSecurityHeaders(config)),
    checkReadiness: async () =>
      (await readSchemaState(db)) === 'current' ? '' : 'migrations are missing',
  });
  unwatch = await watchContentChanges(ctx, (tags) => {
    api.invalidate(tags);
    app.pages.invalidate(tags);
  });
  await new Promise<void>((resolve) => app.server.listen(0, HOST, resolve));
  ({ port } = app.server.address() as AddressInfo);
});

afterAll(async () => {
  unwatch();
  await app.stop();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('anonymous pages', () => {
  it.each(['/', '/yunbiao', '/yunbiao/download', '/tools/gifGenerator', '/yunbiao/article'])(
    '%s is rendered, then comes from the cache',
    async (path) => {
      const first = await requestPath(path);
      expect(first.status).toBe(200);
      expect(first.body).toContain('<html lang="zh-CN"');
      expect(first.body).toMatch(/<meta name="build-id" content="\w+"/);
      const { cacheHits, renders } = app.metrics;
      const second = await requestPath(path);
      expect(second.body).toBe(first.body);
      expect(app.metrics).toMatchObject({ cacheHits: cacheHits + 1, renders });
    },
  );

  it('are the same page whatever search nobody declared', async () => {
    await requestPath('/yunbiao/download');
    const { renders } = app.metrics;
    const page = await requestPath('/yunbiao/download?utm_source=x&y=2');
    expect(page.status).toBe(200);
    expect(app.metrics.renders).toBe(renders);
  });

  it('are sent in the encoding asked for, each under its own ETag', async () => {
    const [br, gzip, plain] = await Promise.all(
      ['br', 'gzip', 'identity'].map((encoding) =>
        requestPath('/yunbiao', { 'Accept-Encoding': encoding }),
      ),
    );
    expect(br?.headers['content-encoding']).toBe('br');
    expect(gzip?.headers['content-encoding']).toBe('gzip');
    expect(plain?.headers['content-encoding']).toBeUndefined();
    expect(br?.body).toBe(plain?.body);
    expect(gzip?.body).toBe(plain?.body);
    expect(new Set([br, gzip, plain].map((page) => page?.headers.etag)).size).toBe(3);
    expect(br?.headers.vary).toBe('Accept-Encoding, Cookie');
  });

  it('are not sent again to a client that has them, and the policy is repeated', async () => {
    const page = await requestPath('/yunbiao');
    const again = await requestPath('/yunbiao', { 'If-None-Match': page.headers.etag ?? '' });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect(again.headers['content-security-policy']).toBe(page.headers['content-security-policy']);
  });

  it('answer HEAD with the headers alone', async () => {
    const page = await requestPath('/yunbiao');
    const head = await requestPath('/yunbiao', {}, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers['content-length']).toBe(page.headers['content-length']);
  });

  it('allow exactly their own inline scripts, and hold no nonce', async () => {
    const page = await requestPath('/yunbiao');
    const inline = [
      ...page.body.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g),
    ];
    const hashes = inline.map(
      ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    );
    const policy = page.headers['content-security-policy'] ?? '';
    expect(hashes.length).toBeGreaterThan(0);
    for (const hash of hashes) expect(policy).toContain(hash);
    expect(policy.match(/'sha256-/g)).toHaveLength(new Set(hashes).size);
    expect(page.body).not.toContain('nonce');
  });

  it('are stale the moment the content changes', async () => {
    await requestPath('/yunbiao');
    await setSoftwareField({ ctx, alias: 'yunbiao', field: 'slogan', value: '改过的口号' });
    expect((await requestPath('/yunbiao')).body).toContain('改过的口号');
    expect((await requestPath('/')).status).toBe(200);
  });

  it('notice what another process changed', async () => {
    await requestPath('/yunbiao');
    // The same database with a separate bus: this process gets no event of the change.
    await setSoftwareField({
      ctx: createContext(),
      alias: 'yunbiao',
      field: 'slogan',
      value: '别处改的口号',
    });
    await expect
      .poll(async () => (await requestPath('/yunbiao')).body, { timeout: 10_000 })
      .toContain('别处改的口号');
  });
});

describe('payloads', () => {
  // @spec payload-holds-page-data
  it.each(['/', '/yunbiao', '/yunbiao/download'])(
    'of %s hold the data the page was made of',
    async (path) => {
      const page = await requestPath(path);
      const payload = await requestPath(`${path === '/' ? '' : path}/_payload.json`);
      expect(payload.status).toBe(200);
      const { buildId, routes } = JSON.parse(payload.body) as {
        buildId: string;
        routes: Record<string, unknown>;
      };
      expect(page.body).toContain(`name="build-id" content="${buildId}"`);
      const texts = JSON.stringify(routes).match(/"name":"([^"\\]+)"/g) ?? [];
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(page.body).toContain(text.slice(8, -1));
    },
  );

  it('are the same for a member', async () => {
    const [anonymous, member] = await Promise.all([
      requestPath('/yunbiao/_payload.json'),
      requestPath('/yunbiao/_payload.json', asMember()),
    ]);
    expect(member.body).toBe(anonymous.body);
  });

  it.each([
    '/yunbiao/user/_payload.json',
    '/nope/_payload.json',
    '/vip/_payload.json',
    '/yunbiao/download/0.html/_payload.json',
  ])('%s is not offered', async (path) => {
    expect((await requestPath(path, asMember())).status).toBe(404);
  });
});

describe('guards', () => {
  // @spec route-leads-on
  it.each([
    ['/nope', '/'],
    ['/nope/download', '/'],
    ['/nope/denied', '/'],
    ['/tools', '/tools/gifGenerator'],
    ['/tools/index', '/tools/gifGenerator'],
    ['/yunbiao/user', '/yunbiao?login=1&to=%2Fyunbiao%2Fuser'],
    [
      '/yunbiao/user/print?a=1&b=%2F',
      '/yunbiao?login=1&to=%2Fyunbiao%2Fuser%2Fprint%3Fa%3D1%26b%3D%252F',
    ],
  ])('%s sends on to %s', async (path, target) => {
    expect(await requestPath(path)).toMatchObject({ status: 302, headers: { location: target } });
  });

  it('never send to another host', async () => {
    for (const path of [
      '//evil.example',
      '//evil.example/user',
      '/%2Fevil.example/user',
      '/\\evil.example/user',
    ]) {
      const { headers } = await requestPath(path);
      expect(headers.location ?? '/').toMatch(/^\/(?![/\\])/);
    }
  });

  // @spec member-let-in
  it('let a member in, on a page of their own that nobody keeps', async () => {
    const page = await requestPath('/yunbiao/user', asMember());
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('private, no-cache');
    expect(page.body).toContain('noindex');
    expect(page.body).not.toContain(token);
    expect((await requestPath('/yunbiao', asMember())).headers.etag).toBeUndefined();
  });

  // @spec member-led-on
  it.each([
    ['/yunbiao/user/index', '/yunbiao/user'],
    ['/yunbiao/tools/index', '/yunbiao/tools'],
    ['/yunbiao/user/template', '/yunbiao/tools/temp?own=1'],
  ])('send a member on from %s to %s', async (path, target) => {
    const page = await requestPath(path, asMember());
    expect(page).toMatchObject({ status: 302, headers: { location: target } });
  });

  // @spec unknown-token-not-believed
  it('do not believe an unknown token', async () => {
    const page = await requestPath('/yunbiao/user', { Cookie: 'auto-token=made-up' });
    expect(page).toMatchObject({
      status: 302,
      headers: { location: '/yunbiao?login=1&to=%2Fyunbiao%2Fuser' },
    });
  });

  it('keep members apart: nothing of one is in the page of the next', async () => {
    const [member, anonymous] = await Promise.all([
      requestPath('/miandan', asMember()),
      requestPath('/miandan'),
    ]);
    expect(member.body).toContain('"username":"demo"');
    expect(anonymous.body).not.toContain('username');
  });

  it('send visitors of an offline software to the page that says why', async () => {
    await setSoftwareState({
      ctx,
      alias: 'miandan',
      state: 'offline',
      reason: '机房搬迁，周一恢复',
    });
    expect(await requestPath('/miandan')).toMatchObject({
      status: 302,
      headers: { location: '/miandan/denied' },
    });
    const denied = await requestPath('/miandan/denied');
    expect(denied.body).toContain('机房搬迁，周一恢复');
    expect(denied.body).toContain('noindex');
    await setSoftwareState({ ctx, alias: 'miandan', state: 'online' });
    expect((await requestPath('/miandan')).status).toBe(200);
  });

  it('send a suspended member there too, and nobody else', async () => {
    await suspendMember({ ctx, username: 'demo', alias: 'miandan', reason: '打印内容违规' });
    expect(await requestPath('/miandan/user', asMember())).toMatchObject({
      status: 302,
      headers: { location: '/miandan/denied' },
    });
    expect((await requestPath('/miandan/denied', asMember())).body).toContain('打印内容违规');
    expect((await requestPath('/miandan')).status).toBe(200);
    expect((await requestPath('/yunbiao/user', asMember())).status).toBe(200);
  });
});

describe('errors', () => {
  // @spec missing-page-names-path
  it.each([
    '/vip',
    '/users',
    '/download',
    '/userland',
    '/MP_verify_x.txt',
    '/yunbiao/qa/999999.html',
    '/yunbiao/download/x.html',
    '/yunbiao/download/0.html',
    '/yunbiao/download/999999.html',
  ])('%s is the 404 page and names its path', async (path) => {
    const page = await requestPath(path);
    expect(page.status).toBe(404);
    if (path === '/users') return;
    expect(page.body).toContain('页面不存在');
    expect(page.body).toContain(`Page Not Found: ${path}`);
    expect(page.body).toContain('noindex');
    expect(page.body).toContain('回到首页');
  });

  // @spec missing-page-names-search
  it('the 404 page names the search too, on kept routes as on others, and is never kept', async () => {
    for (const path of ['/yunbiao/download/999999.html', '/yunbiao/nothing']) {
      const pages = await Promise.all(
        ['?a=1', '?a=2', '?b=%3Cscript%3Ealert(1)%3C%2Fscript%3E', ''].map((search) =>
          requestPath(path + search),
        ),
      );
      const [first, second, odd, bare] = pages.map(({ body }) => body);
      expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      expect(first).toContain(`Page Not Found: ${path}?a=1<`);
      expect(second).toContain(`Page Not Found: ${path}?a=2<`);
      expect(second).not.toContain('a=1');
      expect(bare).toContain(`Page Not Found: ${path}<`);
      expect(bare).not.toMatch(/a=[12]/);
      expect(odd).toContain(`Page Not Found: ${path}?b=%3Cscript`);
      expect(odd).not.toContain('<script>alert');
    }
    const kept = app.pages.getCacheSize().pages;
    for (let n = 0; n < 5; n += 1) await requestPath(`/yunbiao/download/999999.html?n=${n}`);
    // A cached page may expire between two requests.
    expect(app.pages.getCacheSize().pages).toBeLessThanOrEqual(kept);
    // Pages of members are not shared.
    const own = await requestPath('/yunbiao/download/999999.html?a=1', { Cookie: 'auto-token=x' });
    expect(own.body).toContain('Page Not Found: /yunbiao/download/999999.html?a=1<');
  });

  // @spec missing-page-names-all
  it('the 404 page names path and search as they were written, in full', async () => {
    const searches = [
      '?flag',
      '?a=1&a=2',
      '?x=%zz',
      '?a=',
      '?',
      '?b=1&a=%E4%BA%91+1',
      `?n=${'x'.repeat(5_000)}`,
    ];
    for (const path of ['/yunbiao/download/999999.html', '/yunbiao/nothing'])
      for (const search of searches) {
        const { status, body } = await requestPath(path + search);
        const named = /Page Not Found: ([^<]*)</.exec(body)?.[1]?.replaceAll('&amp;', '&');
        expect([status, named]).toEqual([404, path + search]);
      }
  });

  it('is 404 and no page for a script of another build', async () => {
    const asset = await requestPath('/assets/entry-client-gone.js');
    expect(asset.status).toBe(404);
    expect(asset.headers['content-type']).toContain('text/plain');
  });

  // @spec failed-page-is-500
  it('is 系统错误 with 500 when the data cannot be had, and the next visit works', async () => {
    const { kysely } = db;
    const { body } = await requestPath('/np/api/common');
    const { data } = JSON.parse(body) as { data: { legal: { termsId: string } } };
    const terms = `/article/${data.legal.termsId}.html`;
    // Clears the cache, which would answer otherwise.
    ctx.bus.emit('content-changed', { tags: ['software'] });
    Object.assign(db, { kysely: undefined });
    const [page, unknown] = await Promise.all([
      requestPath(terms, { Cookie: 'auto-token=x' }),
      requestPath('/yunbiao/download/2.html'),
    ]);
    Object.assign(db, { kysely });
    expect(page.status).toBe(500);
    expect(page.body).toContain('系统错误');
    expect(page.body).toContain('noindex');
    expect(unknown).toMatchObject({ status: 302, headers: { location: '/' } });
    expect((await requestPath(terms)).status).toBe(200);
    expect((await requestPath('/yunbiao/download/2.html')).status).toBe(200);
    logged.length = 0;
  });

  it('is 系统错误 with 500 when a component fails, and the cause is in the log', async () => {
    const lines: string[] = [];
    const config = readConfig({ LOG_LEVEL: 'error' });
    const broken = { state: 'ok', code: 200, msg: '', data: { softwares: null } } as const;
    const other = await createApp({
      config,
      log: createLog('error', (line) => lines.push(line)),
      api: {
        fetch: () => Response.json(broken),
        openVisit: () => ({
          getSignedIn: () => Promise.resolve(null),
          call: () => Promise.resolve(broken),
        }),
      },
      openSite: () => loadBuiltSite(join(ROOT, 'apps/site'), buildSecurityHeaders(config)),
      checkReadiness: () => Promise.resolve(''),
    });
    await new Promise<void>((resolve) => other.server.listen(0, HOST, resolve));
    const at = (other.server.address() as AddressInfo).port;
    const page = await fetch(`http://${HOST}:${at}/`);
    expect(page.status).toBe(500);
    expect(await page.text()).toContain('系统错误');
    expect(lines.join('')).toContain('TypeError');
    expect((await fetch(`http://${HOST}:${at}/healthz`)).status).toBe(200);
    await other.stop();
  });
});

describe('the process', () => {
  it('answers 421 for a host that is not its own, from the cache as well', async () => {
    await requestPath('/yunbiao');
    for (const path of ['/yunbiao', '/np/api/common', '/assets/x.js'])
      expect((await requestPath(path, { Host: 'evil.example' })).status).toBe(421);
    expect((await requestPath('/healthz', { Host: '10.0.0.7' })).status).toBe(200);
  });

  it('does not choose between two Host headers, for a kept page either', async () => {
    const readFirstBytes = (path: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const head = `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nHost: evil.example\r\n`;
        const socket = connect(port, HOST, () => socket.write(`${head}Connection: close\r\n\r\n`));
        let text = '';
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
        socket.on('end', () => resolve(text.slice(0, 13)));
        socket.on('error', reject);
      });
    await requestPath('/yunbiao');
    for (const path of ['/np/api/common', '/yunbiao', '/never-asked'])
      expect([path, await readFirstBytes(path)]).toEqual([path, 'HTTP/1.1 421 ']);
  });

  it('answers anyone who offers another protocol in this one', async () => {
    const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': '' };
    expect((await requestPath('/np/api/common', headers)).status).toBe(200);
    expect((await requestPath('/np/user/getInfo', headers, 'POST')).body).toContain('"code":-9999');
  });

  it('names a failure by its own id, whatever id the visitor sends', async () => {
    const { now } = ctx;
    ctx.now = () => {
      throw new Error('the clock stopped');
    };
    const headers = { 'X-Token': token, 'X-Request-Id': 'forged' };
    const answer = await requestPath('/np/user/getInfo', headers, 'POST');
    ctx.now = now;
    expect(answer.status).toBe(500);
    const { requestId } = (JSON.parse(answer.body) as { data: { requestId: string } }).data;
    expect(requestId).toBe(answer.headers['x-request-id']);
    expect(logged.join('\n')).toContain(requestId);
    expect(logged.join('\n')).not.toContain('forged');
    logged.length = 0;
  });

  it('takes nobody who hangs up for a failure of its own', async () => {
    const { data } = JSON.parse(
      (await requestPath('/np/api/download/list?alias=yunbiao')).body,
    ) as {
      data: { versions: { files: { url: string }[] }[] };
    };
    const file = data.versions[0]?.files[0]?.url ?? '';
    const host = `Host: ${HOST}\r\n`;
    /** Closes the connection while sending the request or at the first byte of the response. */
    const hangUp = (text: string, during: 'sending' | 'receiving'): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(port, HOST, () => {
          socket.write(text);
          if (during === 'sending') setTimeout(() => socket.destroy(), 50);
        });
        // Not after a delay: a busy server might not have started to answer, and would count the
        // request as unanswered.
        if (during === 'receiving') socket.once('data', () => socket.destroy());
        socket.on('error', () => {});
        socket.on('close', () => resolve());
      });
    const gone = app.metrics.requests.get(499) ?? 0;
    const own = `X-Token: ${token}\r\nX-Domain: yunbiao\r\n`;
    const kinds = [
      `POST /np/login HTTP/1.1\r\n${host}Content-Length: 900\r\nContent-Type: application/json\r\n\r\n{`,
      `POST /np/api/uc/print HTTP/1.1\r\n${host}${own}Content-Length: 9000000\r\nContent-Type: application/x-ndjson\r\n\r\n{}\n{`,
      `POST /user/image HTTP/1.1\r\n${host}${own}Content-Length: 900000\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n--x`,
    ];
    for (const text of kinds) await hangUp(text, 'sending');
    await hangUp(`GET ${file} HTTP/1.1\r\n${host}\r\n`, 'receiving');
    await hangUp(`GET /np/api/uc/printEvents HTTP/1.1\r\n${host}${own}\r\n`, 'receiving');
    await hangUp(`GET /np/api/uc/detailExport HTTP/1.1\r\n${host}${own}\r\n`, 'receiving');
    await expect.poll(() => app.metrics.requests.get(499)).toBe(gone + kinds.length);
    expect(logged).toEqual([]);
  });

  // @spec route-rules-of-build
  it('tells the route rules of its build only', async () => {
    const { body } = await requestPath('/yunbiao');
    const id = /name="build-id" content="(\w+)"/.exec(body)?.[1] ?? '';
    const manifest = await requestPath(`/builds/meta/${id}.json`);
    expect(JSON.parse(manifest.body)).toMatchObject({
      buildId: id,
      rules: {
        '/': { cache: { search: [] } },
        '/{soft}': { cache: { search: [] } },
        '/tools': { redirect: '/tools/gifGenerator' },
      },
    });
    expect((await requestPath('/builds/meta/other.json')).status).toBe(404);
  });

  it('begins a page with at most forty scripts', async () => {
    const { shared, routes } = JSON.parse(
      await readFile(join(ROOT, 'apps/site/dist/build.json'), 'utf8'),
    ) as Record<'shared', { preloads: string[] }> & {
      routes: Record<string, { preloads: string[] }>;
    };
    const frame = routes['/$soft/user']?.preloads ?? [];
    const counts = Object.entries(routes).map(([route, { preloads }]) => ({
      route,
      count: new Set([...shared.preloads, ...frame, ...preloads]).size,
    }));
    expect(counts.length).toBeGreaterThan(30);
    expect(counts.filter(({ count }) => count > 40)).toEqual([]);
  });

  it('serves assets for good, compressed beforehand', async () => {
    const { body } = await requestPath('/yunbiao');
    const script = /src="(\/assets\/entry-client-[^"]+\.js)"/.exec(body)?.[1] ?? '';
    const asset = await requestPath(script, { 'Accept-Encoding': 'br' });
    expect(asset).toMatchObject({
      status: 200,
      headers: {
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
    });
  });

  it('gives workers, and only them, a policy of their own that allows WebAssembly', async () => {
    const names = await readdir(join(ROOT, 'apps/site/dist/client/assets'));
    const getPolicy = async (start: string): Promise<string | undefined> => {
      const name = names.find((name) => name.startsWith(start) && name.endsWith('.js'));
      const { status, headers } = await requestPath(`/assets/${name}`);
      expect([name, status]).toEqual([expect.any(String), 200]);
      return headers['content-security-policy'];
    };
    expect(await getPolicy('scan-worker-')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'",
    );
    expect(await getPolicy('entry-client-')).toBeUndefined();
    const page = await requestPath('/yunbiao');
    expect(page.headers['content-security-policy']).not.toContain('wasm');
  });

  it('tells its figures to this machine, not through a proxy', async () => {
    const metrics = await requestPath('/metrics');
    expect(metrics.body).toMatch(/yunbiao_page_cache_hits_total \d+/);
    expect(metrics.body).toMatch(/process_cpu_seconds_total [\d.]+/);
    for (const name of ['p50', 'p99', 'max'])
      expect(metrics.body).toMatch(new RegExp(`nodejs_eventloop_lag_${name}_seconds [\\d.e-]+\\n`));
    expect((await requestPath('/metrics', { 'X-Forwarded-For': '203.0.113.9' })).status).toBe(403);
  });

  it('counts requests by what they ask for, whatever their paths', async () => {
    const asked: [kind: string, path: string, headers?: Record<string, string>][] = [
      ['page', '/never-there?x={"evil"}\\n'],
      ['payload', '/yunbiao/never-there/_payload.json'],
      ['cached', '/yunbiao'],
      ['call', '/np/api/common'],
      ['call', '/np/never/"}{'],
      ['file', '/files/999999/nothing.zip'],
      ['asset', '/assets/never-there.js'],
      ['probe', '/healthz'],
      ['refused', '/yunbiao/never', { Host: 'elsewhere.example' }],
    ];
    await requestPath('/yunbiao');
    const readCounts = async (): Promise<Map<string, number>> => {
      const { body } = await requestPath('/metrics');
      const found = body.matchAll(/request_duration_seconds_count\{class="(\w+)"\} (\d+)/g);
      return new Map([...found].map(([, kind = '', count]) => [kind, Number(count)]));
    };
    for (const [kind, path, headers] of asked) {
      const before = (await readCounts()).get(kind) ?? Number.NaN;
      // Both readings are probes themselves, and one is counted when the other reads.
      const own = kind === 'probe' ? 1 : 0;
      // A page may have left the cache, and is there at the next request.
      await expect
        .poll(
          async () => {
            await requestPath(path, headers);
            return ((await readCounts()).get(kind) ?? 0) - before > own;
          },
          { timeout: 60_000 },
        )
        .toBe(true);
    }
    const { body } = await requestPath('/metrics');
    expect(body).not.toContain('never');
    expect(body).not.toContain('evil');
    expect(body).toMatch(/render_duration_seconds_count\{kind="page"\} [1-9]/);
  });

  it('is ready when the database is', async () => {
    expect((await requestPath('/readyz')).status).toBe(200);
  });

  it('logs nothing of a healthy visit at level error', () => {
    expect(logged).toEqual([]);
  });
});
