import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from './support/admin.ts';
import { waitUntilHydrated, noBrowser, type Visitor } from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

/** For visual review only: widths and colour schemes of the changed pages, saved to SHOTS_DIR. */
const WIDTHS = [320, 768, 1440, 1920];

const shoot = async (visitor: Visitor, name: string): Promise<void> => {
  const folder = process.env['SHOTS_DIR'];
  if (!folder) return;
  for (const theme of ['light', 'dark'] as const)
    for (const width of WIDTHS) {
      await visitor.page.emulateMedia({ colorScheme: theme });
      await visitor.page.setViewportSize({ width, height: 900 });
      await visitor.page.waitForTimeout(150);
      await visitor.page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png` });
    }
  await visitor.page.setViewportSize({ width: 1280, height: 800 });
};

/** Nothing is wider than the window. */
const expectFit = async (page: Page): Promise<void> => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([width, wide]).toEqual([width, width]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};

const enter = async (path: string): Promise<Visitor> => {
  const visitor = await stage.enter();
  await stage.signIn(visitor.context);
  await visitor.page.goto(path);
  await waitUntilHydrated(visitor.page);
  return visitor;
};

type Listed = { id: string; isFree: boolean; name: string }[];
const bought: string[] = [];

/** Two orders, one of them paid, and two notices. */
beforeAll(async () => {
  const { url, demo } = stage.server;
  const fetchJson = async (path: string, init: RequestInit = {}): Promise<unknown> =>
    ((await (await fetch(url + path, init)).json()) as { data: unknown }).data;
  const body = new URLSearchParams(demo ?? {});
  const { token } = (await fetchJson('/np/login', { method: 'POST', body })) as { token: string };
  const headers = { 'X-Token': token, 'X-Domain': 'yunbiao' };
  const plans = (await fetchJson('/np/api/product/list?alias=yunbiao')) as Listed;
  for (const { id } of plans.filter(({ isFree }) => !isFree)) {
    const form = new URLSearchParams({ productId: id, payType: 'offline', num: '1' });
    const order = await fetchJson('/np/api/order/createOrder', {
      method: 'POST',
      headers,
      body: form,
    });
    bought.push((order as { orderNo: string }).orderNo);
  }
  await runAdmin(stage.server, ['order', 'confirm', bought[0] ?? '']);
  for (const title of ['机房搬迁', '新模板'])
    await runAdmin(stage.server, ['notice', 'member', demo?.username ?? '', title, '看一眼']);
});

describe('订单', () => {
  const listShown = (page: Page) => page.locator('tbody tr td:first-child a').allTextContents();

  it('are found by state, day and number, in the address, by keyboard too', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await enter('/yunbiao/user/order');
    const { page, quiet } = visitor;
    const [paid = '', pending = ''] = bought;
    expect(await listShown(page)).toEqual(expect.arrayContaining([paid, pending]));
    await shoot(visitor, 'order-full');
    await page.getByRole('combobox', { name: '状态' }).selectOption('paid');
    await page.waitForURL('**/order?state=paid');
    await expect.poll(() => listShown(page)).not.toContain(pending);
    expect(await listShown(page)).toContain(paid);
    const search = page.getByRole('searchbox', { name: '搜索订单' });
    await search.focus();
    await page.keyboard.type(pending.slice(-5));
    await page.waitForURL(/state=paid&q=/);
    await page.getByRole('heading', { name: '没有符合的订单' }).waitFor();
    await shoot(visitor, 'order-none');
    await expectFit(page);
    await page.getByRole('combobox', { name: '状态' }).selectOption('');
    await expect.poll(() => listShown(page)).toEqual([pending]);
    // The address alone restores the state.
    await page.reload();
    expect(await listShown(page)).toEqual([pending]);
    expect(await search.inputValue()).toBe(pending.slice(-5));
    await page.getByRole('button', { name: '清除筛选' }).click();
    await expect.poll(() => listShown(page)).toContain(paid);
    await expectFit(page);
    quiet();
  });

  it('are saved by software, content and day, as filtered; a failure is the server’s own words', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive } = await enter('/yunbiao/user/order?state=paid');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出 Excel' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^云标标签-订单-[\d-]{10}\.xlsx$/);
    const [sheet] = (await readXlsx(new Uint8Array(await readFile(await file.path())))).sheets;
    const rows = sheet?.rows ?? [];
    expect(rows[0]?.[0]).toBe('订单号');
    expect(rows.slice(1).map(([no]) => no)).toContain(bought[0]);
    expect(rows.slice(1).map(([no]) => no)).not.toContain(bought[1]);
    const failure = { state: 'fail', code: 503, msg: '正在维护', data: null };
    await page.route('**/orderExport*', (route) => route.fulfill({ status: 503, json: failure }));
    await page.getByRole('button', { name: '导出 Excel' }).click();
    await page.getByRole('status').getByText('正在维护').waitFor();
    forgive(/503/);
  });

  it('show neither filters nor export where there is nothing to choose from', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await enter('/miandan/user/order');
    const { page, quiet } = visitor;
    await page.getByRole('heading', { name: '还没有订单' }).waitFor();
    expect(await page.getByRole('button', { name: '导出 Excel' }).count()).toBe(0);
    expect(await page.getByRole('searchbox', { name: '搜索订单' }).count()).toBe(0);
    await shoot(visitor, 'order-empty');
    await expectFit(page);
    quiet();
  });
});

describe('通知', () => {
  it('are listed all or unread, in the address, and by the arrow keys', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await enter('/yunbiao/user/notice');
    const { page, quiet } = visitor;
    const findTitles = () => page.locator('b', { hasText: /机房搬迁|新模板/ });
    await expect.poll(() => findTitles().count()).toBe(2);
    await shoot(visitor, 'notice-all');
    await page.getByRole('radio', { name: '全部' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**/notice?unread=1');
    await expect.poll(() => findTitles().count()).toBe(2);
    await page.getByRole('button', { name: '全部已读' }).click();
    await page.reload();
    await page.getByRole('heading', { name: '没有未读的通知' }).waitFor();
    await shoot(visitor, 'notice-none');
    await expectFit(page);
    await page.getByText('全部', { exact: true }).click();
    await page.waitForURL(/\/notice$/);
    await expect.poll(() => findTitles().count()).toBe(2);
    quiet();
  });
});

describe('an empty GIF tool', () => {
  it.each([
    ['/yunbiao/tools/generator', 'pictures', '示例 1.png'],
    ['/tools/videoToGif', 'video', '示例.webm'],
    ['/yunbiao/tools/generator?do=edit', 'gif', '示例.gif'],
  ])('%s has an example to try', async (path, name) => {
    if (noBrowser) return;
    const visitor = await stage.enter();
    const { page, quiet } = visitor;
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    await page.goto(path);
    await waitUntilHydrated(page);
    await shoot(visitor, `gif-${name}`);
    await expectFit(page);
    await page.getByRole('button', { name: '用示例试试' }).click();
    await page.getByRole('button', { name: '生成 GIF' }).first().waitFor();
    await shoot(visitor, `gif-${name}-open`);
    expect(sent.filter((url) => !url.includes('dictList'))).toEqual([]);
    quiet();
  });
});

describe('what else was changed', () => {
  it.each([
    ['vip', '/yunbiao/vip'],
    ['home', '/yunbiao'],
    ['overview', '/yunbiao/user'],
    ['missing', '/yunbiao/download/999999.html?from=mail'],
  ])('%s fits every screen', async (name, path) => {
    if (noBrowser) return;
    const visitor = await enter(path);
    if (name === 'home')
      await visitor.page.getByRole('heading', { name: '价格' }).scrollIntoViewIfNeeded();
    await shoot(visitor, name);
    await expectFit(visitor.page);
    visitor.forgive(/404/);
  });
});

it('an example is small and of our own making', () => {
  const folder = new URL('../apps/site/src/features/gif/example/', import.meta.url);
  for (const name of ['example.gif', 'example.webm', 'draw.ts'])
    expect([name, existsSync(new URL(name, folder))]).toEqual([name, true]);
});
