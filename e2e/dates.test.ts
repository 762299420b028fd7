import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkAccessibility, waitUntilHydrated, noBrowser, takeShot } from './support/browser.ts';
import { setStage } from './support/stage.ts';

const DAY_MS = 86_400_000;

describe('the days of the statistics, on a demo that has printed for a month', () => {
  const stage = setStage({ DEMO_HISTORY: '1' });

  const enterVisitor = async (screen: 'wide' | 'phone') => {
    const there = await stage.enter({ screen });
    await stage.signIn(there.context);
    return there;
  };
  const open = async (page: Page) => {
    await page.getByRole('button', { name: /^日期范围/ }).click();
    const dialog = page.getByRole('dialog', { name: '选日期范围' });
    await dialog.getByRole('table').first().waitFor();
    return dialog;
  };
  const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

  it('are chosen with the keyboard, and kept in the address', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet, close } = await enterVisitor('wide');
    await page.goto('/yunbiao/user/printStat');
    await waitUntilHydrated(page);
    await page.getByText(/共 (3|4)\d 批/).waitFor();
    const dialog = await open(page);
    expect(await dialog.getByRole('table').count()).toBe(2);
    expect(await checkAccessibility(page)).toEqual([]);
    await takeShot(page, 'dates-1-open');
    const getFocusedDay = () =>
      page.evaluate(() => document.activeElement?.getAttribute('data-day'));
    const today = (await getFocusedDay()) ?? '';
    const getDayBefore = (days: number) =>
      new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
    // The browser's own shortcuts keep working.
    await page.keyboard.press('Control+ArrowUp');
    expect(await getFocusedDay()).toBe(today);
    for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    expect(await getFocusedDay()).toBe(getDayBefore(9));
    await page.keyboard.press('Enter');
    await dialog.getByText('再选结束的那一天').waitFor();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowRight');
    const last = (await getFocusedDay()) ?? '';
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^查看这 \d+ 天/ }).click();
    await expect.poll(() => search(page)).toEqual({ from: getDayBefore(9), to: last });
    await dialog.waitFor({ state: 'detached' });
    await open(page);
    for (let turns = 0; turns < 3; turns += 1)
      await dialog.getByRole('button', { name: '上个月' }).click();
    expect(await dialog.locator('[data-day][tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^日期范围/,
    );
    quiet();
    await close();
  });

  it('may be typed, and say what is wrong; presets need one press, on a phone too', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet, close } = await enterVisitor('phone');
    await page.goto('/yunbiao/user/printStatDetail');
    await waitUntilHydrated(page);
    const dialog = await open(page);
    expect(await dialog.getByRole('table').count()).toBe(1);
    await takeShot(page, 'dates-2-phone');
    await dialog.getByLabel('开始日期').fill('2026/2/3');
    await dialog.getByLabel('结束日期').fill('2026-02-30');
    await dialog.getByText(/^结束日期写成/).waitFor();
    expect(await dialog.getByRole('button', { name: '查看' }).isDisabled()).toBe(true);
    await dialog.getByLabel('结束日期').fill('20260204');
    await page.keyboard.press('Enter');
    await expect.poll(() => search(page)).toEqual({ from: '2026-02-03', to: '2026-02-04' });
    // The days have loaded: late data would replace the page and anything opened on it.
    await page.getByText('没有符合的标签').waitFor();
    await (await open(page)).getByRole('button', { name: '全部时间' }).click();
    await expect.poll(() => search(page)).toEqual({});
    quiet();
    await close();
  });

  it('are all on paper', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet, close } = await enterVisitor('wide');
    await page.goto('/yunbiao/user/printStat');
    await waitUntilHydrated(page);
    await page.locator('section', { hasText: '每天张数' }).getByText('查看表格').click();
    const table = page.getByRole('region', { name: '每天张数' });
    const computeHiddenHeight = () =>
      table.evaluate((item) => item.scrollHeight - item.clientHeight);
    expect(await computeHiddenHeight()).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'print' });
    expect(await computeHiddenHeight()).toBe(0);
    quiet();
    await close();
  });
});
