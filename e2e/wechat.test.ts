import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
  type Visitor,
} from './support/browser.ts';
import { findFreePort } from './support/process.ts';
import { startServer } from './support/server.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

const WECHAT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50';

const getDialog = (page: Page) => page.getByRole('dialog');
const findMemberMenu = (page: Page) => page.getByRole('button', { name: /的菜单$/ });

/** The dialog at scene 2, as a visitor reaches it. */
const openScene = async ({ page }: Visitor, path = '/yunbiao'): Promise<void> => {
  await page.goto(`${path}?login=1`);
  await waitUntilHydrated(page);
  await getDialog(page).getByRole('button', { name: '微信登录' }).click();
};

/** Scans the code on the page that simulates the phone. */
const scan = async (page: Page, context: BrowserContext, user = '微信替身甲'): Promise<Page> => {
  const opened = context.waitForEvent('page');
  await getDialog(page).getByRole('link', { name: '打开微信替身（演示）' }).click();
  const phone = await opened;
  await phone.getByRole('heading', { name: '微信替身（演示）' }).waitFor();
  await phone.getByLabel(user).check();
  await phone.getByRole('button', { name: /扫一扫/ }).click();
  await phone.getByRole('link', { name: '是我在操作，去确认' }).click();
  return phone;
};

describe.each(['wide', 'phone'] as const)('scene 2 on a %s screen', (screen) => {
  // @spec wechat-official-account
  it('signs in anyone who scans with the official account and allows it on the phone', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await stage.enter({ screen });
    const { page, context } = visitor;
    await openScene(visitor, '/yunbiao/qa');
    await getDialog(page).getByAltText('微信登录二维码').waitFor();
    await takeShot(page, `wechat-${screen}-code`);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    const phone = await scan(page, context);
    await getDialog(page).getByText('已扫描，请在手机上确认').waitFor();
    await takeShot(page, `wechat-${screen}-scanned`);
    await phone.getByText('在这台设备上用你的微信登录云标？').waitFor();
    await takeShot(phone, `wechat-${screen}-confirm`);
    await phone.getByRole('button', { name: '允许登录' }).click();
    await phone.getByText('请回到原来的网页').waitFor();
    await getDialog(page).waitFor({ state: 'detached' });
    await findMemberMenu(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/yunbiao/qa');
    stage.quiet();
  });

  it('says when the phone has refused, and gets another code', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await stage.enter({ screen });
    const { page, context } = visitor;
    await openScene(visitor);
    const phone = await scan(page, context);
    await phone.getByRole('button', { name: '取消' }).click();
    await getDialog(page).getByText('已在手机上取消').waitFor();
    await takeShot(page, `wechat-${screen}-cancelled`);
    await getDialog(page).getByRole('button', { name: '刷新' }).click();
    await getDialog(page).getByText('用微信扫一扫').waitFor();
    stage.quiet();
  });

  // @spec wechat-open-platform
  it('signs in over the open platform, whose page leads back to where one was', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await stage.enter({ screen });
    const { page, context } = visitor;
    // The local clock is a day fast: that must not expire the code.
    await page.clock.setFixedTime(Date.now() + 86_400_000);
    await openScene(visitor, '/yunbiao/download');
    await getDialog(page).getByRole('button', { name: '微信扫码' }).click();
    const frame = page.frameLocator('iframe[title="微信登录"]');
    const opened = context.waitForEvent('page');
    await frame.getByRole('link', { name: /没有手机/ }).click();
    await takeShot(page, `wechat-${screen}-web`);
    const phone = await opened;
    await phone.getByLabel('微信替身乙').check();
    await phone.getByRole('button', { name: '扫一扫' }).click();
    await phone.getByRole('button', { name: '允许' }).click();
    await page.waitForURL((url) => url.pathname === '/yunbiao/download' && url.search === '');
    await findMemberMenu(page).waitFor();
    stage.quiet();
  });
});

describe('scene 2', () => {
  // @spec wechat-code-awaited
  it('shows that the code is on its way, until it is there', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await stage.enter();
    const { page } = visitor;
    const held = Promise.withResolvers<void>();
    await page.route('**/np/mpLoginQrcode', async (route) => {
      await held.promise;
      await route.continue();
    });
    await openScene(visitor);
    const code = getDialog(page).getByAltText('微信登录二维码');
    await getDialog(page).getByText('正在取二维码…').waitFor();
    expect(await code.count()).toBe(0);
    held.resolve();
    await code.waitFor();
    await getDialog(page).getByText('正在取二维码…').waitFor({ state: 'detached' });
    stage.quiet();
  });

  it('says when a code has run out, and gets another one', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await stage.enter();
    const { page } = visitor;
    let isOver = true;
    await page.route('**/np/api/wechatPoll', async (route) => {
      // An unknown secret gets the same response as an expired one.
      if (isOver) await route.continue({ postData: `secret=${'x'.repeat(43)}` });
      else await route.continue();
    });
    await openScene(visitor);
    await getDialog(page).getByText('二维码已失效').waitFor();
    await takeShot(page, 'wechat-wide-expired');
    isOver = false;
    await getDialog(page).getByRole('button', { name: '刷新' }).click();
    await getDialog(page).getByText('用微信扫一扫').waitFor();
    stage.quiet();
  });

  it('under another host name of the site asks on the main one first, naming it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await stage.enter();
    const { page } = visitor;
    const there = new URL('/yunbiao/qa?login=wechat', stage.server.url);
    there.hostname = 'localhost';
    await page.goto(there.href);
    await getDialog(page).getByRole('button', { name: '微信扫码' }).click();
    const toWechat = getDialog(page).getByRole('link', { name: /到微信的页面扫/ });
    await page.goto((await toWechat.getAttribute('href')) ?? '');
    const [phone] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /没有手机/ }).click(),
    ]);
    await phone.getByLabel('微信替身甲').check();
    await phone.getByRole('button', { name: '扫一扫' }).click();
    await phone.getByRole('button', { name: '允许' }).click();
    await getDialog(page).getByText(`在 ${there.host} 用你的微信登录云标？`).waitFor();
    expect(new URL(page.url()).host).toBe(new URL(stage.server.url).host);
    await takeShot(page, 'wechat-wide-host');
    await getDialog(page).getByRole('button', { name: '允许登录' }).click();
    await page.waitForURL((url) => url.host === there.host && url.pathname === '/yunbiao/qa');
    await findMemberMenu(page).waitFor();
    await page.goto(stage.server.url);
    await waitUntilHydrated(page);
    expect(await findMemberMenu(page).count()).toBe(0);
    stage.quiet();
  });

  it('inside WeChat asks there and then', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const context = await stage.browser.newContext({
      baseURL: stage.server.url,
      userAgent: WECHAT,
      viewport: { width: 390, height: 844 },
      locale: 'zh-CN',
    });
    const page = await context.newPage();
    await page.goto('/yunbiao/vip?login=wechat');
    await getDialog(page).locator('.wechat').getByRole('button', { name: '微信登录' }).click();
    await page.getByText('申请获取你的信息').waitFor();
    await page.getByRole('button', { name: '允许' }).click();
    await page.waitForURL((url) => url.pathname === '/yunbiao/vip' && url.search === '');
    await findMemberMenu(page).waitFor();
    await context.close();
  });

  it('another browser comes no further with the way back of this one', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await stage.enter();
    await page.goto('/?login=wx&n=nobody&code=made-up&state=yunbiao');
    await getDialog(page).getByText('这次微信登录已经过期，请重新扫码').waitFor();
    await getDialog(page).getByRole('button', { name: '重新登录' }).click();
    await getDialog(page).getByAltText('微信登录二维码').waitFor();
    stage.quiet();
  });

  it('is bound in 个人资料, and taken off again', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await stage.enter();
    const { page, context } = visitor;
    await stage.signIn(context);
    await page.goto('/yunbiao/user/profile');
    await waitUntilHydrated(page);
    await page.getByRole('button', { name: '绑定微信' }).click();
    const phone = await scan(page, context, '<b>丙</b> & "引号"');
    await phone.getByRole('button', { name: '允许绑定' }).click();
    await page.getByText('已绑定微信，可以用它登录。').waitFor();
    await takeShot(page, 'wechat-wide-profile');
    await page.getByRole('button', { name: '解绑微信' }).click();
    await getDialog(page).getByRole('button', { name: '解绑' }).click();
    await page.getByRole('button', { name: '绑定微信' }).waitFor();
    stage.quiet();
  });

  it('is not shown in production where nothing is configured; an address that asks is told', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const port = await findFreePort();
    const own = { APP_MODE: 'production', PUBLIC_URL: `http://127.0.0.1:${port}` };
    const server = await startServer(own, port);
    const page = await stage.browser.newPage();
    try {
      await page.goto(`${server.url}/?login=wechat`);
      await getDialog(page).getByText('微信登录未开通').waitFor();
      expect(await getDialog(page).getByRole('button', { name: '微信登录' }).count()).toBe(0);
      await getDialog(page).getByRole('button', { name: '用密码登录' }).click();
      await getDialog(page).getByLabel('用户名').waitFor();
    } finally {
      await page.close();
      await server.stop();
    }
  });
});

it('anyone who has no password signs in with WeChat again to have the account deleted', async (ctx) => {
  if (noBrowser) ctx.skip(noBrowser);
  const visitor = await stage.enter();
  const { page, context } = visitor;
  const allowSignIn = async (): Promise<void> => {
    const phone = await scan(page, context, '微信替身乙');
    await phone.getByRole('button', { name: '允许登录' }).click();
    await phone.getByText('请回到原来的网页').waitFor();
    await phone.close();
  };
  await openScene(visitor);
  await allowSignIn();
  await findMemberMenu(page).waitFor();
  const db = new DatabaseSync(join(stage.server.dataDir, 'yunbiao.db'), { timeout: 5000 });
  db.exec('UPDATE session SET created_at = created_at - 3600000');
  db.close();
  await page.goto('/yunbiao/user/profile');
  await waitUntilHydrated(page);
  const ask = page.getByRole('button', { name: '注销账号…' });
  await ask.click();
  await getDialog(page).getByText('先用微信重新登录一次').waitFor();
  await takeShot(page, 'leave-wechat');
  await allowSignIn();
  const leave = getDialog(page).getByRole('button', { name: '申请注销' });
  await leave.waitFor();
  expect(await getDialog(page).getByLabel('现在的密码').count()).toBe(0);
  await leave.click();
  await page.getByText('账号正在注销').waitFor();
  stage.quiet();
});
