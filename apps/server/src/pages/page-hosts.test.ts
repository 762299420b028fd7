import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteModule } from '@yunbiao/contract/api/site';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createPageHandler } from './pages.ts';
import type { Site } from './site.ts';

/** A page that shows its host and path; every page may be cached. */
const module: SiteModule = {
  render: ({ ownAlias, href }) =>
    Promise.resolve({
      type: 'page',
      status: 200,
      degraded: false,
      body: `<html>${ownAlias || 'main'} ${href}</html>`,
    }),
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

const metrics = createMetrics();
const SIZES = { paths: 20_000, searches: 20_000 };
const pages = createPageHandler(
  {
    site,
    config: readConfig({}),
    log: createLog('error', () => {}),
    metrics,
    getAlias: (name) => (name === 'yunbiao.example' ? 'yunbiao' : undefined),
    openVisit: () => ({
      getSignedIn: () => Promise.resolve(null),
      call: () => Promise.reject(new Error('no calls here')),
    }),
  },
  SIZES,
);

const server = createServer((req, res) => {
  if (!pages.trySendCached(req, res)) void pages.handle(req, res, 'id');
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  metrics.stop();
  return new Promise((resolve) => server.close(resolve));
});

const requestHost = (host: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const headers = { Host: host, Connection: 'close' };
    request({ host: '127.0.0.1', port, path, headers }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      res.on('end', () => resolve(body));
    })
      .on('error', reject)
      .end();
  });

it.each(['//yunbiao/download', '/yunbiao/download', '//yunbiao/', '/', '//'])(
  'no path of the main host (%s) keeps or reads a page of a software’s own host',
  async (path) => {
    const own = path.replace(/^\/+yunbiao/, '') || '/';
    expect(await requestHost('main.example', path)).toContain(`main ${path}<`);
    expect(await requestHost('yunbiao.example', own)).toContain(`yunbiao ${own}<`);
    expect(await requestHost('main.example', path)).toContain(`main ${path}<`);
    expect(await requestHost('yunbiao.example', own)).toContain(`yunbiao ${own}<`);
  },
);

it('however much is searched, the pages everybody comes to stay in the cache', async () => {
  await requestHost('main.example', '/');
  const { renders } = metrics;
  for (let n = 0; n < 50; n += 1) await requestHost('main.example', `/yunbiao/search?q=w${n}`);
  expect(metrics.renders).toBe(renders + 50);
  expect(await requestHost('main.example', '/')).toContain('main /<');
  await requestHost('main.example', '/yunbiao/search?q=w49');
  expect(metrics.renders).toBe(renders + 50);
  // The cache's share for searches is full: the oldest search was evicted.
  await requestHost('main.example', '/yunbiao/search?q=w0');
  expect(metrics.renders).toBe(renders + 51);
  expect(pages.getCacheSize().bytes).toBeLessThanOrEqual(SIZES.paths + SIZES.searches);
});
