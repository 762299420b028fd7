import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  checkAccessibility,
  holdScripts,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  waitForTwoFrames,
  takeShot,
  type Visitor,
  openVisitor,
} from './support/browser.ts';
import { startServer, type TestServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';
import { useSharedStage } from './support/stage.ts';

const IMAGE = { name: /^正在设计的/ };

describe('a label in the designer before the scripts are here', () => {
  let server: TestServer;
  let browser: Browser;
  let path: string;
  beforeAll(async () => {
    if (noBrowser) return;
    server = await startServer();
    browser = await openSharedBrowser();
    const library = await (await fetch(`${server.url}/yunbiao/tools/temp`)).text();
    path = /\/yunbiao\/tools\/design-\d+\.html/.exec(library)?.[0] ?? '';
  });
  afterAll(async () => {
    await server?.stop();
  });
  beforeEach((ctx) => ctx.skip(noBrowser !== null, noBrowser ?? ''));

  const openEarly = async (
    screen: 'wide' | 'phone',
  ): Promise<Visitor & { letIn: () => Promise<void> }> => {
    const visitor = await openVisitor(browser, { baseURL: server.url, screen });
    const letIn = await holdScripts(visitor.page);
    await visitor.page.goto(path, { waitUntil: 'commit' });
    return { ...visitor, letIn };
  };

  it.each(['phone', 'wide'] as const)(
    'is seen where it stays, and what was tapped is chosen (%s)',
    async (screen) => {
      const visitor = await openEarly(screen);
      const { page, letIn } = visitor;
      const label = page.getByRole('img', IMAGE);
      const before = await label.boundingBox();
      const stage = page.getByRole('application');
      expect(await stage.getAttribute('aria-label')).toBe('画布，没有选中元素');
      const tapped = page.locator('[name="first-choice"]').last();
      await tapped.click({ force: true });
      expect(await tapped.isChecked()).toBe(true);
      const outline = tapped.locator('..');
      expect(await outline.evaluate((item) => getComputedStyle(item).outlineStyle)).toBe('solid');
      await letIn();
      await page.locator('[data-handle="se"]').waitFor();
      expect(await page.locator('[name="first-choice"]').count()).toBe(0);
      expect(await stage.getAttribute('aria-label')).toMatch(/^画布，选中/);
      expect(await stage.evaluate((item) => item === document.activeElement)).toBe(true);
      await waitForTwoFrames(page);
      // The engine's bitmap replaces the picture in between.
      await expect.poll(() => label.boundingBox()).toEqual(before);
      visitor.quiet();
      await visitor.close();
    },
  );
});

describe('the tour of the designer', () => {
  const stage = useSharedStage();

  it('points at one control after the other, is dismissed for good and started again', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ tour: true });
    const tip = page.getByRole('complementary', { name: '设计器导览' });
    const open = async (): Promise<void> => {
      await page.goto('/yunbiao/tools/design-new.html');
      await waitUntilHydrated(page);
    };
    for (const width of [320, 1366]) {
      await page.setViewportSize({ width, height: 700 });
      await open();
      for (const title of ['添加元素', '一行一张', '当场读码']) {
        await tip.getByText(title, { exact: true }).waitFor();
        const box = await tip.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(8);
        expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width - 8);
        expect((box?.y ?? 0) + (box?.height ?? 700)).toBeLessThanOrEqual(692);
        await tip.getByRole('button', { name: '下一步' }).click();
      }
      await takeShot(page, `designer-tour-${width}`);
      expect([await measureOverflow(page), await checkAccessibility(page)]).toEqual([0, []]);
    }
    // It stays out of a dialog, and takes no key of it.
    await page.getByRole('button', { name: '快捷键' }).click();
    await page.getByRole('dialog').waitFor();
    const hiddenTip = page.locator('aside[aria-label="设计器导览"]');
    expect(await hiddenTip.evaluate((item) => getComputedStyle(item).opacity)).toBe('0');
    await page.keyboard.press('Escape');
    await expect.poll(() => tip.evaluate((item) => getComputedStyle(item).opacity)).toBe('1');
    // A focus inside it is there again after the dialog.
    const next = tip.getByRole('button').last();
    await next.focus();
    const help = page.getByRole('button', { name: '快捷键' });
    await help.evaluate((button: HTMLElement) => button.click());
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForTwoFrames(page);
    expect(await next.evaluate((item) => item === document.activeElement)).toBe(true);
    // The rest of the page stays usable, and Esc ends it.
    await page.getByLabel('模板的名字').fill('本店价签');
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    // Browsers keep this under the key of the release that showed the tour.
    expect(await page.evaluate(() => localStorage.getItem('designer-tour'))).toBe('done');
    await page.reload();
    await waitUntilHydrated(page);
    expect(await tip.count()).toBe(0);
    await page.getByRole('button', { name: '文件' }).click();
    await page.getByRole('button', { name: '查看导览' }).click();
    await tip.getByText('添加元素', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await tip.getByText('一行一张', { exact: true }).waitFor();
    await tip.getByRole('button', { name: '跳过' }).click();
    expect(await tip.count()).toBe(0);
    quiet();
  });
});
