import { expect, it } from 'vitest';
import { runAdmin } from './support/admin.ts';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
} from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

it('a notice that staff write is counted on open pages, and leads to what it concerns', async (ctx) => {
  if (noBrowser) ctx.skip(noBrowser);
  const { page, context } = await stage.enter();
  await stage.signIn(context);
  await page.goto('/yunbiao/user/notice');
  await waitUntilHydrated(page);
  const all = page.getByRole('button', { name: '全部已读' });
  // Notices of the demo content.
  if ((await all.count()) > 0) await all.click();
  const badge = page.getByRole('navigation', { name: '用户中心' }).locator('.badge');
  await expect.poll(() => badge.count()).toBe(0);

  const reason = ['--reason', '机房通知'];
  const words = ['今晚 23 点维护', '大约半小时，不影响已经提交的标签'];
  const args = ['notice', 'all', ...words, '--path', '/yunbiao/updateLog', ...reason];
  expect(await runAdmin(stage.server, args)).toMatch(/已发给 [1-9]\d* 个会员/);
  // Without a reload, on every page of the member.
  await expect.poll(() => badge.textContent()).toBe('1');
  const row = page.getByRole('link', { name: /今晚 23 点维护/ });
  await row.waitFor();
  expect(await checkAccessibility(page)).toEqual([]);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await takeShot(page, 'notice-live');
  await row.click();
  await page.waitForURL(/\/yunbiao\/updateLog$/);

  // A public page also receives the next one.
  const bell = page.locator('.site-header .bell .badge');
  await expect.poll(() => bell.count()).toBe(0);
  await runAdmin(stage.server, ['notice', 'all', '维护提前到 22 点', '', ...reason]);
  await expect.poll(() => bell.textContent()).toBe('1');
  stage.quiet();
});
