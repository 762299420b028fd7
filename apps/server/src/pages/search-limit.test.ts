import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@yunbiao/contract';
import { type Database, migrate, openDatabase } from '@yunbiao/db';
import { createSoftware } from '@yunbiao/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteModule } from '@yunbiao/contract/api/site';
import { createApi } from '../api/api.ts';
import { readConfig } from '../config/config.ts';
import { createServiceContext } from '../startup/create-context.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createPageHandler, type Pages } from './pages.ts';
import type { Site } from './site.ts';

const { max, windowS } = calls.search.limit;
const HOST = '127.0.0.1';

/** The render of `?q=same` waits until `go` is resolved. */
const same = { begun: Promise.withResolvers<void>(), go: Promise.withResolvers<void>() };

/** A page that calls the search with the query of its address, and shows the number of renders. */
let renders = 0;
const module: SiteModule = {
  render: async ({ href, kind, callApi }) => {
    const q = new URL(href, 'http://page').searchParams.get('q') ?? '';
    if (q === 'same') {
      same.begun.resolve();
      await same.go.promise;
    }
    await callApi('search', { alias: 'one', q }, '');
    renders += 1;
    return {
      type: 'page',
      status: 200,
      degraded: false,
      body: kind === 'page' ? `<html>${renders}</html>` : '{}',
    };
  },
  getDeclaredSearch: (_pathname, search) => ({ cacheable: true, search }),
  renderErrorDocument: () => 'failed',
  renderBusyDocument: () => 'busy',
  rules: {},
};

const site: Site = {
  build: { buildId: 'b', entry: '', shared: { preloads: [], css: [] }, routes: {} },
  loadModule: () => Promise.resolve(module),
  serveAsset: () => false,
  close: () => Promise.resolve(),
};

let folder: string;
let db: Database;
let now = Date.UTC(2026, 10, 21);
const servers: Server[] = [];

const metrics = createMetrics();

const serve = async (
  trustProxy: boolean,
): Promise<{ port: number; api: ReturnType<typeof createApi> }> => {
  const log = createLog('error', () => undefined);
  const config = readConfig({ DATA_DIR: folder, TRUST_PROXY: trustProxy ? '1' : '0' });
  const ctx = { ...createServiceContext(config, db, log), now: () => now };
  const api = createApi(ctx, { trustProxy });
  const pages: Pages = createPageHandler({
    site,
    config,
    log,
    metrics,
    getAlias: () => undefined,
    openVisit: api.openVisit,
  });
  const server = createServer((req, res) => {
    if (!pages.trySendCached(req, res)) void pages.handle(req, res, 'id');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  return { port: (server.address() as AddressInfo).port, api };
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'yb-limit-'));
  db = openDatabase({ dataDir: folder });
  await migrate(db);
  const ctx = createServiceContext(readConfig({ DATA_DIR: folder }), db, createLog('error'));
  await createSoftware({ ctx, alias: 'one', name: '一' });
});
afterAll(async () => {
  metrics.stop();
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

type Answer = { status: number; retryAfter: string | undefined; body: string };

const get = (port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request({ host: HOST, port, path, headers: { Connection: 'close', ...headers } }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, retryAfter: res.headers['retry-after'], body }),
      );
    })
      .on('error', reject)
      .end();
  });

it('pages that search count for the visitor’s address, together with its calls; kept ones do not', async () => {
  const { port, api } = await serve(true);
  // The proxy appends the last address; the client may forge the ones before it.
  const buildHeaders = (address: string) => ({ 'X-Forwarded-For': `10.0.0.1, ${address}` });
  const call = (address: string) =>
    api.request('/np/api/search?alias=one&q=call', { headers: buildHeaders(address) });
  const requestPage = (q: string, address: string, path = '/one/search') =>
    get(port, `${path}?q=${q}`, buildHeaders(address));

  const firstPage = await requestPage('kept', '192.0.2.1');
  expect(firstPage.status).toBe(200);
  for (let n = 0; n < max; n += 1)
    expect((await requestPage('kept', '192.0.2.1')).body).toBe(firstPage.body);
  expect((await call('192.0.2.1')).status).toBe(200);
  for (let n = 2; n < max; n += 1)
    expect((await requestPage(`q${n}`, '192.0.2.1')).status).toBe(200);

  const refused = await requestPage('more', '192.0.2.1');
  expect(refused).toMatchObject({
    status: 429,
    retryAfter: String(windowS),
    body: '429 操作太频繁，请 60 秒后重试\n',
  });
  const payload = '/one/search/_payload.json';
  expect(await requestPage('more', '192.0.2.1', payload)).toMatchObject({ status: 429 });
  expect((await call('192.0.2.1')).status).toBe(429);
  // A cookie without a valid session changes nothing.
  const cookie = { ...buildHeaders('192.0.2.1'), Cookie: 'auto-token=x' };
  expect(await get(port, '/one/search?q=more', cookie)).toMatchObject({ status: 429 });
  expect((await requestPage('kept', '192.0.2.1')).body).toBe(firstPage.body);
  expect((await requestPage('more', '192.0.2.2')).status).toBe(200);
  expect((await requestPage('more', '192.0.2.1')).status).toBe(200);
  now += windowS * 1_000;
  expect((await requestPage('later', '192.0.2.1')).status).toBe(200);
});

it('a visitor is not refused for another who began the same page', async () => {
  const { port } = await serve(true);
  const requestPage = (q: string, address: string) =>
    get(port, `/one/search?q=${q}`, { 'X-Forwarded-For': address });
  for (let n = 0; n < max; n += 1) await requestPage(`w${n}`, '192.0.2.1');
  const first = requestPage('same', '192.0.2.1');
  await same.begun.promise;
  const arrived = new Promise((resolve) => servers.at(-1)?.once('request', resolve));
  const second = requestPage('same', '192.0.2.2');
  await arrived;
  same.go.resolve();
  expect((await first).status).toBe(429);
  expect((await second).status).toBe(200);
});

it('an address that a client writes is no address without a proxy that is trusted', async () => {
  const { port } = await serve(false);
  const requestPage = (n: number) =>
    get(port, `/one/search?q=v${n}`, { 'X-Forwarded-For': `192.0.2.${n}` });
  for (let n = 0; n < max; n += 1) expect((await requestPage(n)).status).toBe(200);
  expect((await requestPage(max)).status).toBe(429);
});
