import { describe, expect, it } from 'vitest';
import { runAdmin } from './support/admin.ts';
import { checkAccessibility, waitUntilHydrated, noBrowser, takeShot } from './support/browser.ts';
import { setStage } from './support/stage.ts';

describe('a dearer plan bought while a cheaper one runs', () => {
  const stage = setStage();

  const runAdminHere = (...args: string[]): Promise<string> => runAdmin(stage.server, args);

  it('says before it is bought what becomes of the days left, and does that', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    // The demo member has a year of VIP 月付: a day less when midnight has passed since it was made.
    const visitor = await stage.enter();
    await stage.signIn(visitor.context);
    const { page } = visitor;
    await page.goto('/yunbiao/vip');
    await waitUntilHydrated(page);
    await page
      .getByText(/付款后马上换成“VIP 年付”；“VIP 月付”剩下的 36[45]\s天留到它后面用。/)
      .waitFor();
    // The chart shows the same: the order's plan from today, the other after it.
    const pieces = page.getByRole('figure', { name: '用到哪一天' }).getByRole('listitem');
    await expect
      .poll(() => pieces.allTextContents())
      .toEqual([
        expect.stringMatching(/^VIP 年付这次买的今天到 .+ 日$/),
        expect.stringMatching(/^VIP 月付已经有的.+ 日到 .+ 日$/),
      ]);
    await takeShot(page, 'vip-days-1');
    await page.getByRole('button', { name: '下一步：确认订单' }).click();
    await page.getByText(/现在付款的话，“VIP 年付”用到 .+ 日，再用“VIP 月付”到 .+ 日。/).waitFor();
    await takeShot(page, 'vip-days-2');
    expect(await checkAccessibility(page)).toEqual([]);
    await page.getByText('对公转账', { exact: true }).click();
    await page.getByRole('button', { name: '提交订单' }).click();
    await page.getByText('等待转账').waitFor();
    const orderNo = /YB\d{16}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? '';
    await runAdminHere('order', 'confirm', orderNo);
    await page.goto('/yunbiao/vip');
    const waitForText = (text: string | RegExp) =>
      page.getByText(text).filter({ visible: true }).waitFor();
    await waitForText(/当前方案，还剩 36[45]\s天/);
    await waitForText(/继续使用，有 36[45]\s天/);
    await page.goto('/yunbiao/user/auth');
    await waitForText('先“VIP 年付”再“VIP 月付”');
    for (const width of [1366, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const computeOverflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(await computeOverflow(), `${width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    visitor.quiet();
    await visitor.close();
  });

  it('promises nothing for today of a plan that runs after a dearer one', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context } = await stage.enter({ screen: 'phone' });
    await stage.signIn(context);
    await page.goto('/yunbiao/vip');
    await waitUntilHydrated(page);
    await page.getByRole('radio', { name: /VIP 月付/ }).check();
    await page.getByText('先用完“VIP 年付”，再用“VIP 月付”。').waitFor();
    await page.getByRole('button', { name: '下一步：确认订单' }).click();
    await page.getByRole('heading', { name: '确认订单' }).waitFor();
    const main = page.getByRole('main');
    expect(await main.textContent()).not.toMatch(/马上生效/);
    await page.getByText('对公转账', { exact: true }).click();
    await page.getByRole('button', { name: '提交订单' }).click();
    await page.getByText('等待转账').waitFor();
    expect(await main.textContent()).not.toMatch(/马上生效/);
    const orderNo = /YB\d{16}/.exec((await main.textContent()) ?? '')?.[0] ?? '';
    await runAdminHere('order', 'confirm', orderNo);
    await page.reload();
    await page.getByText('30 天已经加到你的 VIP 上').waitFor();
    expect(await main.textContent()).not.toMatch(/现在就能用/);
    await takeShot(page, 'vip-days-after');
    stage.quiet();
  });
});
