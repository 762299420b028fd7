import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
} from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';

/** A common office screen, and a common phone. */
const OFFICE = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };
/** The width at which the panels are below the canvas with space next to them. */
const TABLET = { width: 768, height: 1024 };
const PANELS = ['添加', '图层', '属性', '数据'] as const;
/** The maximum length of a name, with a word that does not break. */
const LONG = `${'名字特别长的一个元素'.repeat(3)}Incomprehensi`;

describe('the designer on a tablet', () => {
  const stage = useSharedStage();

  it.for(['light', 'dark'] as const)(
    'holds a full label with long names, each panel open, %s',
    async (scheme, ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      const { page, quiet } = await stage.enter();
      await page.setViewportSize(TABLET);
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('/yunbiao/tools/design-1.html');
      await waitUntilHydrated(page);
      const dock = page.getByRole('navigation', { name: '面板' });
      await page.getByRole('application').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+d');
      await page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        const event = new ClipboardEvent('paste', { clipboardData: data, cancelable: true });
        document.dispatchEvent(event);
      }, LONG);
      for (const panel of PANELS) {
        await dock.getByRole('button', { name: panel }).click();
        await takeShot(page, `designer-768-${scheme}-${panel}`);
        expect(await measureOverflow(page), panel).toBe(0);
        expect(await checkAccessibility(page), panel).toEqual([]);
      }
      quiet();
    },
  );
});

/** Place of the label on the page, px. */
const findLabel = async (page: Page) => {
  const box = await page.getByRole('application').getByRole('img').first().boundingBox();
  if (!box) throw new Error('no label');
  return box;
};

/** Controls of the page that a finger can miss: neither they nor the area around them is 40 px. */
const listSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a, select, summary, label.check')]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .filter((target) => !target.closest('.visually-hidden'))
      .filter((target) => {
        const around = getComputedStyle(target, '::after');
        const extra = around.position === 'absolute' ? parseFloat(around.height) || 0 : 0;
        return Math.max(target.getBoundingClientRect().height, extra) < 40;
      })
      .map((target) => target.getAttribute('aria-label') ?? target.textContent),
  );

describe('the designer on an office screen', () => {
  const stage = useSharedStage();

  it('keeps every tool, the label and its scale when rows are opened', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await page.setViewportSize(OFFICE);
    await page.goto('/yunbiao/tools/design-1.html');
    await waitUntilHydrated(page);
    const canvas = page.getByRole('application');
    const room = await canvas.boundingBox();
    const before = await findLabel(page);
    expect(before.x + before.width / 2).toBeCloseTo((room?.x ?? 0) + (room?.width ?? 0) / 2, 0);
    await page.getByRole('button', { name: '粘贴', exact: true }).click();
    await page
      .getByRole('dialog')
      .locator('textarea')
      .evaluate((area) => {
        const data = new DataTransfer();
        data.setData('text/plain', '品名\t等级\n苹果\t一级\n梨\t二级\n桃\t一级');
        const init = { clipboardData: data, bubbles: true, cancelable: true };
        area.dispatchEvent(new ClipboardEvent('paste', init));
      });
    await page.getByText('粘贴的行').waitFor();
    await expect
      .poll(() => page.getByRole('table').last().getByRole('row').count())
      .toBeGreaterThan(3);
    const after = await findLabel(page);
    const left = await canvas.boundingBox();
    expect([after.width, after.height]).toEqual([before.width, before.height]);
    expect(after.y + after.height).toBeLessThanOrEqual((left?.y ?? 0) + (left?.height ?? 0));
    const palette = page.getByRole('navigation', { name: '元素' });
    expect(
      await palette.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    ).toBe(0);
    await takeShot(page, 'designer-1366-rows');
    quiet();
  });
});

describe('the designer on a phone', () => {
  const stage = useSharedStage();

  it('adds onto the paper, shows dots, and has targets for fingers', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen: 'phone' });
    await page.setViewportSize(PHONE);
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    const dock = page.getByRole('navigation', { name: '面板' });
    await dock.getByRole('button', { name: '添加' }).tap();
    await page
      .getByRole('navigation', { name: '元素' })
      .getByRole('button', { name: '条码' })
      .tap();
    // The selection of the new element is inside the label.
    const label = await findLabel(page);
    const chosen = await page.locator('[data-handle="se"]').boundingBox();
    expect(chosen?.x).toBeLessThan(label.x + label.width);
    expect(chosen?.y).toBeLessThan(label.y + label.height);
    for (const panel of PANELS) {
      if (panel !== '添加') await dock.getByRole('button', { name: panel }).tap();
      expect(await listSmallTargets(page), panel).toEqual([]);
      await takeShot(page, `designer-390-${panel}`);
    }
    await dock.getByRole('button').last().tap();
    expect((await findLabel(page)).width).toBeGreaterThan(3 * label.width);
    await takeShot(page, 'designer-390-dots');
    await dock.getByRole('button').last().tap();
    expect((await findLabel(page)).width).toBe(label.width);
    quiet();
  });
});
