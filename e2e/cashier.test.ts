import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from './support/admin.ts';
import {
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
  openVisitor,
} from './support/browser.ts';
import { listScreens } from './support/full-run.ts';
import { startServer, type TestServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';
import { checkThemes } from './support/themes.ts';

const WAIT = { timeout: 60_000 };

const inspect = async (page: Page, name: string): Promise<void> => {
  await takeShot(page, name);
  expect(await measureOverflow(page), `${name} scrolls sideways`).toBe(0);
  expect(await checkThemes(page), name).toEqual([]);
};

const signUp = async (page: Page, username: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '注册', exact: true }).click();
  await dialog.getByLabel('用户名').fill(username);
  await dialog.getByLabel('密码').fill('correct horse 2026');
  await dialog.getByRole('checkbox', { name: /同意/ }).check();
  await dialog.getByRole('button', { name: '注册并登录' }).click();
};

/**
 * Opens the demo's cashier: through the QR code on a desktop, through the button on a phone.
 * Returns its page.
 */
const toDesk = async (page: Page, isPhone: boolean): Promise<Page> => {
  if (isPhone) {
    await page.getByRole('button', { name: /^(用演示收银台付|重新付款)/ }).click();
    await page.getByRole('heading', { name: '演示收银台' }).waitFor(WAIT);
    return page;
  }
  await page.getByRole('img', { name: '付款二维码' }).waitFor(WAIT);
  const [desk] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: '打开演示收银台' }).click(),
  ]);
  await desk.getByRole('heading', { name: '演示收银台' }).waitFor(WAIT);
  return desk;
};

/** Sets the machine's clock a day ahead during the countdown, then resets it. */
const setClock = async (page: Page): Promise<void> => {
  const timer = page.getByRole('timer');
  const before = await timer.innerText();
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 86_400_000;
    setTimeout(() => (Date.now = now), 3_000);
  });
  await expect.poll(() => timer.innerText()).not.toBe(before);
  expect(await timer.innerText()).not.toContain(' 0:00');
};

/**
 * Suspends the machine with the page visible and without an event: timers do not advance, so the
 * page asks the server.
 */
const sleep = async (page: Page): Promise<void> => {
  const timer = page.getByRole('timer');
  await page.evaluate(() => {
    const asleep = performance.now();
    performance.now = () => asleep;
  });
  const before = await timer.innerText();
  await expect.poll(() => timer.innerText(), WAIT).not.toBe(before);
  await page.evaluate(() => Reflect.deleteProperty(performance, 'now'));
};

/** The choices and the payment come before the buttons that send or cancel, on any screen. */
const isAbove = async (first: Locator, second: Locator): Promise<boolean> =>
  ((await first.boundingBox())?.y ?? NaN) < ((await second.boundingBox())?.y ?? NaN);

/** Presses a button of the cashier and returns to the order. */
const decidePayment = async (page: Page, desk: Page, button: string): Promise<void> => {
  await desk.getByRole('button', { name: button, exact: true }).click();
  await desk.getByRole('link', { name: '回到订单' }).waitFor(WAIT);
  if (desk === page) await desk.getByRole('link', { name: '回到订单' }).click();
  else await desk.close();
};

describe('paying online', () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    if (noBrowser) return;
    server = await startServer();
    browser = await openSharedBrowser();
  });
  afterAll(async () => {
    await server?.stop();
  });

  it.for(listScreens('wide'))(
    'fails, is paid again, brings VIP at once in another tab, and can be asked back, on a %s screen',
    { timeout: 300_000 },
    async (screen, ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      const visitor = await openVisitor(browser, { baseURL: server.url, screen });
      const { page } = visitor;
      await page.goto('/yunbiao/vip');
      await waitUntilHydrated(page);
      await page.getByLabel('折扣码').fill('yunbiao20');
      await page.getByRole('button', { name: '核对' }).click();
      await page.getByText(/8 折，已减/).waitFor(WAIT);
      await page.getByRole('button', { name: '下一步：确认订单' }).click();
      await signUp(page, `付款_${screen}`);
      await page.getByRole('heading', { name: '确认订单' }).waitFor(WAIT);
      await inspect(page, `cashier-${screen}-1-confirm`);
      const ways = page.getByRole('region', { name: '付款方式' });
      const submit = page.getByRole('button', { name: '提交订单' });
      expect(await isAbove(ways, submit), 'ways to pay above the order').toBe(true);

      // Another tab shows the member's plan.
      const tab = await visitor.context.newPage();
      await tab.goto('/yunbiao/user/order');
      await tab.getByRole('heading', { name: '还没有订单' }).waitFor(WAIT);
      await tab.goto('/yunbiao/user');
      await tab.getByText('免费').first().waitFor(WAIT);

      await page.bringToFront();
      await submit.click();
      await page.getByText('等待付款').waitFor(WAIT);
      await page.getByRole('timer').waitFor(WAIT);
      const pay = page.getByRole('heading', { name: '付款', exact: true });
      const cancel = page.getByRole('button', { name: '取消订单' });
      expect(await isAbove(pay, cancel), 'payment above the cancelling').toBe(true);
      await setClock(page);
      await sleep(page);
      await inspect(page, `cashier-${screen}-2-code`);
      const isPhone = screen === 'phone';
      const first = await toDesk(page, isPhone);
      await takeShot(first, `cashier-${screen}-3-desk`);
      await decidePayment(page, first, '付款失败');
      await page.getByText('这一次没有付成').waitFor(WAIT);
      await inspect(page, `cashier-${screen}-4-failed`);

      if (!isPhone) await page.getByRole('button', { name: '重新付款' }).click();
      const second = await toDesk(page, isPhone);
      await decidePayment(page, second, '付款成功，通知发两次');
      await page.getByText('已付款', { exact: true }).waitFor(WAIT);
      await inspect(page, `cashier-${screen}-5-paid`);
      // That tab was not reloaded.
      await tab.bringToFront();
      await tab.getByText('年付').first().waitFor(WAIT);
      await tab.close();

      await page.getByRole('button', { name: '申请发票' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('发票抬头').fill('某某标签有限公司');
      await dialog.getByLabel('税号').fill('91310000MA1FL00001');
      await dialog.getByRole('button', { name: '提交', exact: true }).click();
      await dialog.getByText(/税号不对/).waitFor(WAIT);
      await inspect(page, `cashier-${screen}-6-invoice`);
      await dialog.getByLabel('税号').fill('');
      await dialog.getByRole('button', { name: '提交', exact: true }).click();
      await page.getByText('发票申请已经提交').waitFor(WAIT);

      await page.getByRole('button', { name: '申请退款' }).click();
      await dialog.getByLabel('为什么退').fill('买错了方案');
      await dialog.getByRole('button', { name: '提交申请' }).click();
      await page.getByText('退款申请已经提交').waitFor(WAIT);
      const orderNo =
        /YB\d{16}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? '';
      expect(await runAdmin(server, ['refund', 'list'])).toContain('买错了方案');
      const told = await runAdmin(server, ['refund', 'approve', orderNo, '--reason', '会员买错']);
      expect(told).toContain('原路退回');
      // The site returns it automatically.
      await expect
        .poll(() => runAdmin(server, ['order', 'list', '--state', 'refunded']), WAIT)
        .toContain(orderNo);
      await page.reload();
      await page.getByText('已退款', { exact: true }).waitFor(WAIT);
      await inspect(page, `cashier-${screen}-7-refunded`);
      visitor.quiet();
      await visitor.close();
    },
  );

  it('runs out of labels, buys more, and prints what was refused', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await openVisitor(browser, { baseURL: server.url, screen: 'wide' });
    const { page } = visitor;
    await page.goto('/yunbiao/user/print');
    await signUp(page, '用完额度');
    await page.getByRole('button', { name: '用虚拟打印机试打印' }).click();
    await page.getByText('可扫').first().waitFor(WAIT);
    await page.getByLabel('份数').fill('501');
    await page.getByRole('button', { name: '打印 501 张' }).click();
    await page.getByText(/本月还剩 500 张，这一批要 501 张/).waitFor(WAIT);
    await inspect(page, 'cashier-wide-8-too-many');

    const [shop] = await Promise.all([
      visitor.context.waitForEvent('page'),
      page.getByRole('link', { name: '查看 VIP 方案' }).click(),
    ]);
    await waitUntilHydrated(shop);
    await shop.getByRole('button', { name: '下一步：确认订单' }).click();
    await shop.getByRole('button', { name: '提交订单' }).click();
    const desk = await toDesk(shop, false);
    await decidePayment(shop, desk, '付款成功');
    await shop.getByText('已付款', { exact: true }).waitFor(WAIT);
    await shop.close();

    await page.bringToFront();
    await page.getByText(/打印后本月还剩/).waitFor(WAIT);
    await page.getByRole('button', { name: '打印 501 张' }).click();
    await page.getByRole('button', { name: /^取消没打印的/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: '取消打印' }).click();
    await page.getByText(/撤回/).first().waitFor(WAIT);
    visitor.quiet();
    await visitor.close();
  });
});
