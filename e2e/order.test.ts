import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from './support/admin.ts';
import {
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
  openVisitor,
  type Visitor,
} from './support/browser.ts';
import { listScreens } from './support/full-run.ts';
import { startServer, type TestServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';
import { checkThemes } from './support/themes.ts';

const inspect = async (page: Page, name: string): Promise<void> => {
  await takeShot(page, name);
  expect(await measureOverflow(page), `${name} scrolls sideways`).toBe(0);
  expect(await checkThemes(page), name).toEqual([]);
};

describe('buying VIP', () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    if (noBrowser) return;
    server = await startServer({
      PAY_ACCOUNT_NAME: '云标演示账户',
      PAY_ACCOUNT_BANK: '某某银行某某支行',
      PAY_ACCOUNT_NUMBER: '6222 0200 1234',
    });
    browser = await openSharedBrowser();
  });
  afterAll(async () => {
    await server?.stop();
  });

  const runAdminHere = (...args: string[]): Promise<string> => runAdmin(server, args);

  it.for(listScreens('phone'))(
    'goes from a code to an order, and from the money to VIP, on a %s screen',
    async (screen, ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      const visitor = await openVisitor(browser, { baseURL: server.url, screen });
      const { page } = visitor;
      await page.goto('/yunbiao/vip');
      await waitUntilHydrated(page);
      await inspect(page, `${screen}-vip-1`);

      // An expired code, an unknown one, and a valid one.
      const code = page.getByLabel('折扣码');
      const answer = page.getByRole('status').filter({ hasText: /./ });
      const tryCode = async (typed: string, words: RegExp): Promise<void> => {
        await code.fill(typed);
        await page.getByRole('button', { name: '核对' }).click();
        await answer.filter({ hasText: words }).waitFor();
      };
      await tryCode('JIUMA10', /已过期/);
      await tryCode('abcd', /没有这个码/);
      await tryCode('yunbiao20', /8 折，已减 ¥57\.60/);
      const plate = page.getByRole('complementary').filter({ hasText: '应付' });
      expect(await plate.textContent()).toContain('¥230.40');
      await inspect(page, `${screen}-vip-2`);

      // Buying leads to the sign-up and from there to the order.
      await page.getByRole('button', { name: '下一步：确认订单' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: '注册', exact: true }).click();
      await dialog.getByLabel('用户名').fill(`买家_${screen}`);
      await dialog.getByLabel('密码').fill('correct horse 2026');
      await dialog.getByRole('checkbox', { name: /同意/ }).check();
      await dialog.getByRole('button', { name: '注册并登录' }).click();
      await page.getByRole('heading', { name: '确认订单' }).waitFor();
      expect(await plate.textContent()).toContain('¥230.40');
      await inspect(page, `${screen}-order-1`);
      await page.getByText('对公转账', { exact: true }).click();
      await page.getByRole('button', { name: '提交订单' }).click();
      await page.getByText('等待转账').waitFor();
      // The account can be copied, with everything the bank needs.
      const account = page.getByLabel('收款账户');
      for (const [label, text] of [
        ['户名', '云标演示账户'],
        ['账号', '6222 0200 1234'],
        ['金额', '¥230.40'],
      ] as const)
        await account.locator('div', { hasText: label }).getByText(text, { exact: true }).waitFor();
      expect(await account.getByRole('button', { name: /复制/ }).count()).toBe(5);
      await inspect(page, `${screen}-order-2`);
      const orderNo =
        /YB\d{16}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? '';

      // Its use of the code is counted; the payment arrives.
      expect(await runAdminHere('order', 'list', '--state', 'pending')).toContain(orderNo);
      expect(await runAdminHere('order', 'confirm', orderNo)).toContain('VIP 已延长');
      expect(await runAdminHere('order', 'confirm', orderNo)).toContain('早已确认过');
      // The buyer returns to the page, which stayed open.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.getByText('已付款', { exact: true }).waitFor();
      expect(await page.getByRole('main').textContent()).toContain('实付');
      await page.getByRole('link', { name: '全部订单' }).click();
      await page.getByRole('link', { name: new RegExp(orderNo) }).waitFor();
      if (screen === 'wide')
        expect(await page.getByRole('columnheader').allTextContents()).toEqual([
          '订单号',
          '商品',
          '数量',
          '金额',
          '付款方式',
          '状态',
          '下单时间',
        ]);
      await inspect(page, `${screen}-order-3`);
      await page.goto('/yunbiao/vip');
      await page
        .getByText(/当前方案，还剩 36[45]\s天/)
        .filter({ visible: true })
        .waitFor();
      visitor.quiet();
      await visitor.close();
    },
  );

  /** The demo member in a separate browser context. */
  const logInMember = async (): Promise<{ visitor: Visitor; cookie: string }> => {
    const reply = await fetch(`${server.url}/np/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(server.demo),
    });
    const { data } = (await reply.json()) as { data: { token: string } };
    const visitor = await openVisitor(browser, { baseURL: server.url });
    await visitor.context.addCookies([{ name: 'auto-token', value: data.token, url: server.url }]);
    return { visitor, cookie: `auto-token=${data.token}` };
  };

  it('asks about a code again after the network failed', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await openVisitor(browser, { baseURL: server.url });
    const { page } = visitor;
    await page.goto('/yunbiao/vip');
    await waitUntilHydrated(page);
    await page.route('**/product/price*', (route) => route.abort());
    await page.getByLabel('折扣码').fill('yunbiao20');
    await page.getByRole('button', { name: '核对' }).click();
    await page.getByText('网络不通').waitFor();
    await page.unroute('**/product/price*');
    await page.getByRole('button', { name: '核对' }).click();
    await page.getByText(/8 折，已减/).waitFor();
    await visitor.close();
  });

  it('takes a code along that was typed and not checked, and stops at one that does not hold', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { visitor } = await logInMember();
    const { page } = visitor;
    await page.goto('/yunbiao/vip');
    await waitUntilHydrated(page);
    const code = page.getByLabel('折扣码');
    const next = page.getByRole('button', { name: '下一步：确认订单' });
    await code.fill('abcd');
    await next.click();
    await page.getByText(/没有这个码/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/yunbiao/vip');
    await expect.poll(() => code.evaluate((box) => box === document.activeElement)).toBe(true);
    // A second press is also rejected.
    await next.click();
    await expect.poll(() => code.evaluate((box) => box === document.activeElement)).toBe(true);
    await code.fill('yunbiao20');
    await next.click();
    await page.waitForURL(/\/user\/order\?.*discountCode=yunbiao20/);
    await page.getByRole('heading', { name: '确认订单' }).waitFor();
    visitor.quiet();
    await visitor.close();
  });

  it('answers 404 to an order, a plan or a code that no address can name', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { visitor, cookie } = await logInMember();
    await visitor.close();
    const html = await (await fetch(`${server.url}/yunbiao/vip`)).text();
    const [, productId] = /"productId":"?(\d+)/.exec(html) ?? ['', '1'];
    for (const search of [
      'id=xx',
      'id=999999',
      'productId=xx',
      'productId=999999',
      `productId=${productId}&discountCode=${'A'.repeat(80)}`,
    ]) {
      const reply = await fetch(`${server.url}/yunbiao/user/order?${search}`, {
        headers: { Cookie: cookie },
      });
      expect(reply.status, search).toBe(404);
      expect(await reply.text(), search).toContain('页面不存在');
    }
    expect(server.output()).not.toContain('"level":"error"');
  });

  it('shows plans, prices and offers without any script', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const html = await (await fetch(`${server.url}/yunbiao/vip`)).text();
    for (const words of ['¥288', '30,000', '"@type":"Product"', '"BreadcrumbList"'])
      expect(html).toContain(words);
  });
});
