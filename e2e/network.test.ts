import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Visitor, noBrowser, openWhole } from './support/browser.ts';
import { getChunk } from './support/chunks.ts';
import { useSharedStage } from './support/stage.ts';

const stage = useSharedStage();

const open = async (path: string): Promise<Visitor> => {
  const visitor = await stage.enter();
  await openWhole(visitor.page, path);
  return visitor;
};
const findNavLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name });
const findTitle = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const findOfflineText = (page: Page) => page.getByText('网络不通，恢复后自动打开');

describe('a navigation without a network', () => {
  it('keeps the page and goes on when the network is back', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, forgive, quiet } = await open('/yunbiao/qa');
    await context.setOffline(true);
    await findNavLink(page, '下载').click();
    await findOfflineText(page).waitFor();
    expect(await findTitle(page, '问答').isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/yunbiao/qa');
    await context.setOffline(false);
    await page.waitForURL('**/yunbiao/download');
    await page.getByRole('heading', { level: 1, name: /下载/ }).waitFor();
    await findOfflineText(page).waitFor({ state: 'detached' });
    forgive(/ERR_INTERNET_DISCONNECTED/);
    quiet();
  });

  it('is given up when the visitor says so', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, forgive, quiet } = await open('/yunbiao/qa');
    await context.setOffline(true);
    await findNavLink(page, '下载').click();
    await page.getByRole('button', { name: '取消等待' }).click();
    await context.setOffline(false);
    await findOfflineText(page).waitFor({ state: 'detached' });
    await findNavLink(page, '更新日志').click();
    await findTitle(page, '更新日志').waitFor();
    expect(new URL(page.url()).pathname).toBe('/yunbiao/updateLog');
    forgive(/ERR_INTERNET_DISCONNECTED/);
    quiet();
  });

  it('waits for a server that does not answer, too', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive, quiet } = await open('/yunbiao/qa');
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await findNavLink(page, '下载').click();
    await findOfflineText(page).waitFor();
    await page.waitForTimeout(1_200);
    expect(await findTitle(page, '问答').isVisible()).toBe(true);
    await page.unroute('**/*');
    await page.getByRole('heading', { level: 1, name: /下载/ }).waitFor();
    forgive(/ERR_CONNECTION_REFUSED|Failed to fetch/);
    quiet();
  });

  it('waits for a server that is still starting, and is alive', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive, quiet } = await open('/yunbiao/qa');
    let asked = 0;
    await page.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/readyz') asked += 1;
      if (pathname === '/healthz') return route.fulfill({ status: 200, body: 'ok\n' });
      return route.fulfill({ status: 503, contentType: 'text/plain', body: '503 正在启动\n' });
    });
    await findNavLink(page, '下载').click();
    await findOfflineText(page).waitFor();
    // Requested before the wait, and again afterwards.
    await expect.poll(() => asked).toBeGreaterThan(1);
    expect(await findTitle(page, '问答').isVisible()).toBe(true);
    await page.unroute('**/*');
    await page.getByRole('heading', { level: 1, name: /下载/ }).waitFor();
    forgive(/503/);
    quiet();
  });

  it('waits, too, for a page whose link was pointed at for longer', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive, quiet } = await open('/yunbiao/qa');
    // Not before the click, which then joins the pointer's prefetch.
    const clicked = Promise.withResolvers<void>();
    await page.route('**/*', async (route) => {
      await clicked.promise;
      await route.abort('connectionrefused');
    });
    const ahead = page.waitForRequest('**/*');
    await findNavLink(page, '下载').hover();
    await ahead;
    await findNavLink(page, '下载').click();
    await page.waitForURL('**/yunbiao/download');
    clicked.resolve();
    await findOfflineText(page).waitFor();
    expect(await findTitle(page, '问答').isVisible()).toBe(true);
    await page.unroute('**/*');
    await page.getByRole('heading', { level: 1, name: /下载/ }).waitFor();
    forgive(/ERR_CONNECTION_REFUSED|Failed to fetch/);
    quiet();
  });

  it('is given up by going back from a page whose link was pointed at', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive, quiet } = await open('/yunbiao/qa');
    const clicked = Promise.withResolvers<void>();
    await page.route('**/*', async (route) => {
      await clicked.promise;
      await route.abort('connectionrefused');
    });
    const ahead = page.waitForRequest('**/*');
    await findNavLink(page, '下载').hover();
    await ahead;
    await findNavLink(page, '下载').click();
    await page.waitForURL('**/yunbiao/download');
    clicked.resolve();
    await findOfflineText(page).waitFor();
    await page.goBack();
    await findOfflineText(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/yunbiao/qa');
    let documents = 0;
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
    await page.unroute('**/*');
    await findNavLink(page, '更新日志').click();
    await findTitle(page, '更新日志').waitFor();
    expect(documents).toBe(0);
    forgive(/ERR_CONNECTION_REFUSED|Failed to fetch/);
    quiet();
  });

  it('does not take a moment without a network for an error', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive, quiet } = await open('/yunbiao/qa');
    // The check whether the server is reachable runs after all other requests of the page, and
    // succeeds.
    let isOut = true;
    await page.route('**/*', async (route) => {
      const request = route.request();
      if (request.url().endsWith('/readyz')) isOut = false;
      await (isOut && request.resourceType() === 'fetch'
        ? route.abort('connectionrefused')
        : route.continue());
    });
    await findNavLink(page, '下载').click();
    await page.getByRole('heading', { level: 1, name: /下载/ }).waitFor();
    forgive(/ERR_CONNECTION_REFUSED|Failed to fetch/);
    quiet();
  });
});

describe('a page whose scripts are gone after a deploy', () => {
  it.each([
    ['a click', { restMs: 0, readyMs: 0 }],
    // Longer than the router's delay before a preload, which fails before the click.
    ['a pointer that rests on the link', { restMs: 600, readyMs: 0 }],
    // The navigation has failed before it is known whether the server answers.
    ['a click on a slow line', { restMs: 0, readyMs: 800 }],
  ])('is loaded afresh by %s, once, also without storage', async (_name, { restMs, readyMs }) => {
    if (noBrowser) return;
    const { page, context, forgive } = await stage.enter();
    await context.route('**/readyz', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, readyMs));
      await route.continue();
    });
    await context.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage'])
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('refused', 'SecurityError');
          },
        });
    });
    await openWhole(page, '/yunbiao/qa');
    const gone = await getChunk('src/routes/$soft.vip.tsx?tsr-split=component');
    await context.route(`**${gone}`, (route) => route.fulfill({ status: 404, body: '' }));
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    const link = findNavLink(page, 'VIP');
    await link.hover();
    await page.waitForTimeout(restMs);
    await link.click();
    await expect.poll(() => documents).toEqual(['/yunbiao/vip']);
    await findTitle(page, 'VIP 方案').waitFor();
    // Still unavailable: the server's HTML stays, and nothing is fetched repeatedly.
    await page.waitForTimeout(1_500);
    expect(documents).toEqual(['/yunbiao/vip']);
    forgive(/./);
  });
});

const BACK = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to fetch/;

describe('a member without a network', () => {
  it('is signed out all the same, and nothing of theirs stays', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, forgive, quiet } = await stage.enter();
    await stage.signIn(context);
    await openWhole(page, '/yunbiao/user/profile');
    await page.getByRole('heading', { level: 1, name: '个人资料' }).waitFor();
    // The code of the dialog.
    await page.getByRole('button', { name: /的菜单$/ }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('button', { name: '取消' }).click();
    await context.setOffline(true);
    await page.getByRole('button', { name: /的菜单$/ }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await findTitle(page, '个人资料').waitFor({ state: 'detached' });
    await page.waitForURL((url) => url.pathname === '/');
    await findOfflineText(page).waitFor();
    await context.setOffline(false);
    await page.getByRole('banner').getByRole('link', { name: '登录', exact: true }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    forgive(BACK);
    quiet();
  });
});

describe('home that failed', () => {
  it('is tried again, and does not send home', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive, quiet } = await open('/yunbiao/qa');
    const fail = { state: 'fail', code: 500, msg: '坏了', data: null };
    const calls = ['**/_payload.json*', '**/np/**'];
    for (const call of calls)
      await page.route(call, (route) => route.fulfill({ status: 500, json: fail }));
    await page.getByRole('banner').getByRole('link', { name: '云标', exact: true }).click();
    await page.getByRole('heading', { name: '系统错误' }).waitFor();
    // Longer than the error page lasts elsewhere.
    await page.waitForTimeout(2_500);
    await page.unrouteAll();
    await page.getByRole('link', { name: '重试' }).click();
    await page.getByRole('heading', { name: '系统错误' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    forgive(/500|PageError: 坏了/);
    quiet();
  });
});
