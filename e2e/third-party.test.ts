import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitUntilHydrated, noBrowser, type Visitor, openVisitor } from './support/browser.ts';
import { startServer, type TestServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';

const SCRIPT = `document.documentElement.dataset.stats = performance
  .getEntriesByType('navigation')[0].loadEventEnd > 0 ? 'after load' : 'before';
new Image().src = '/seen.gif'; fetch(new URL('/told', document.currentScript.src), { mode: 'no-cors' });`;

const PAGES = ['/', '/yunbiao', '/yunbiao/download', '/yunbiao/qa', '/yunbiao/nothing-here'];

/** Another party's server: it answers, or accepts requests and never answers. */
const standIn = async (answers: boolean) => {
  const asked: string[] = [];
  const held = new Set<ServerResponse>();
  const server: Server = createServer((req, res) => {
    asked.push(req.url ?? '');
    if (!answers) return void held.add(res);
    res.writeHead(200, { 'Content-Type': 'text/javascript' }).end(SCRIPT);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> => {
    for (const res of held) res.destroy();
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close };
};

let browser: Browser;
let visitor: Visitor | undefined;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  if (!noBrowser) browser = await openSharedBrowser();
});
afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
  for (const close of closers.splice(0).toReversed()) await close();
});

const open = async (env: Record<string, string> = {}): Promise<TestServer> => {
  const server = await startServer(env);
  closers.push(() => server.stop());
  return server;
};

const enter = async ({ url }: TestServer): Promise<Visitor & { foreign: string[] }> => {
  visitor = await openVisitor(browser, { baseURL: url });
  const foreign: string[] = [];
  visitor.page.on('request', (request) => {
    const asked = request.url();
    if (/^https?:/.test(asked) && new URL(asked).origin !== url) foreign.push(asked);
  });
  return { ...visitor, foreign };
};

/** Long enough for tasks that wait for idle time. */
const waitUntilIdle = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestIdleCallback(() => requestIdleCallback(resolve, { timeout: 3000 }), {
          timeout: 3000,
        }),
      ),
  );

describe('scripts of others', () => {
  it('are asked for by no page unless one is configured, nor by the login with WeChat', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const server = await open();
    const { page, foreign, forgive, quiet } = await enter(server);
    for (const path of PAGES) {
      await page.goto(path);
      await waitUntilHydrated(page);
      await page.waitForLoadState('networkidle');
      await waitUntilIdle(page);
    }
    await page.goto('/yunbiao?login=1');
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: /微信/ }).click();
    await page.getByRole('dialog').getByAltText('微信登录二维码').waitFor();
    await page.waitForLoadState('networkidle');
    expect(foreign).toEqual([]);
    forgive(/404/);
    quiet();
  });

  // @spec statistics-loaded-last
  it('are loaded after everything of the page when one is configured', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const other = await standIn(true);
    closers.push(other.close);
    const server = await open({ STATS_SCRIPT_URL: `${other.origin}/stats.js?site=1` });
    const { page, foreign, quiet } = await enter(server);
    await page.goto('/yunbiao');
    await page.locator('html[data-stats]').waitFor({ state: 'attached' });
    expect(await page.locator('html').getAttribute('data-stats')).toBe('after load');
    await expect.poll(() => other.asked).toContain('/told');
    expect(foreign.filter((url) => !url.startsWith(other.origin))).toEqual([]);
    expect(other.asked.filter((path) => path.startsWith('/stats.js'))).toHaveLength(1);
    quiet();
  });

  // @spec statistics-hear-pages
  it('hear of every page that is gone to, by its path alone', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const other = await standIn(true);
    closers.push(other.close);
    const server = await open({ STATS_SCRIPT_URL: `${other.origin}/stats.js` });
    const { page, quiet } = await enter(server);
    await page.addInitScript(() => Object.assign(globalThis, { _hmt: [], dataLayer: [] }));
    await page.goto('/yunbiao');
    await page.locator('html[data-stats]').waitFor({ state: 'attached' });
    const readTold = (): Promise<unknown> =>
      page.evaluate(() => (globalThis as unknown as { _hmt: unknown[] })._hmt);
    expect(await readTold()).toEqual([]);
    await page
      .getByRole('navigation', { name: '主导航' })
      .getByRole('link', { name: '下载' })
      .click();
    await page.waitForURL('**/yunbiao/download');
    await expect.poll(readTold).toEqual([['_trackPageview', '/yunbiao/download']]);
    await page.goBack();
    await expect.poll(readTold).toEqual([
      ['_trackPageview', '/yunbiao/download'],
      ['_trackPageview', '/yunbiao'],
    ]);
    const search = page.getByRole('searchbox').or(page.getByRole('combobox')).first();
    await search.fill('张三 13800000000');
    await search.press('Enter');
    await page.waitForURL('**/yunbiao/search?*');
    await expect.poll(readTold).toHaveLength(3);
    expect(JSON.stringify(await readTold())).toContain('"/yunbiao/search"]');
    quiet();
  });

  it('keep nobody waiting when they never come', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const other = await standIn(false);
    closers.push(other.close);
    const server = await open({ STATS_SCRIPT_URL: `${other.origin}/stats.js` });
    const { page, quiet } = await enter(server);
    await page.goto('/yunbiao', { waitUntil: 'load' });
    await expect.poll(() => other.asked, { timeout: 10_000 }).toEqual(['/stats.js']);
    await page.getByRole('link', { name: '下载' }).first().click();
    await page.waitForURL('**/yunbiao/download');
    await page.getByRole('heading', { level: 1 }).waitFor();
    quiet();
  });
});
