import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from './support/admin.ts';
import { accessibility, hydrated, noBrowser, openBrowser, shot, visit } from './support/browser.ts';
import { startServer, type TestServer } from './support/server.ts';

describe('a dearer plan bought while a cheaper one runs', () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    if (noBrowser) return;
    server = await startServer();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const admin = (...args: string[]): Promise<string> => runAdmin(server, args);

  const signIn = async (): Promise<string> => {
    const reply = await fetch(`${server.url}/np/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(server.demo),
    });
    const { data } = (await reply.json()) as { data: { token: string } };
    return data.token;
  };

  it('says before it is bought what becomes of the days left, and does that', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    // The demo member has a year of VIP 月付.
    const visitor = await visit(browser, { baseURL: server.url });
    await visitor.context.addCookies([
      { name: 'auto-token', value: await signIn(), url: server.url },
    ]);
    const { page } = visitor;
    await page.goto('/yunbiao/vip');
    await hydrated(page);
    await page
      .getByText('付款后马上换成“VIP 年付”；“VIP 月付”剩下的 365 天留到它后面用。')
      .waitFor();
    await shot(page, 'vip-days-1');
    await page.getByRole('button', { name: '下一步：确认订单' }).click();
    await page.getByText(/现在付款的话，“VIP 年付”用到 .+ 日，再用“VIP 月付”到 .+ 日。/).waitFor();
    await shot(page, 'vip-days-2');
    expect(await accessibility(page)).toEqual([]);
    await page.getByRole('button', { name: '提交订单' }).click();
    await page.getByText('等待转账').waitFor();
    const orderNo = /YB\d{16}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? '';
    await admin('order', 'confirm', orderNo);
    await page.goto('/yunbiao/vip');
    const seen = (text: string) => page.getByText(text).filter({ visible: true }).waitFor();
    await seen('当前方案，还剩 365 天');
    await seen('接着用，有 365 天');
    await page.goto('/yunbiao/user/auth');
    await seen('先“VIP 年付”再“VIP 月付”');
    visitor.quiet();
    await visitor.close();
  });
});
