import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitUntilHydrated, noBrowser, waitForTwoFrames } from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';

// Layout shifts during loading are tested in overflow.test.ts, which opens every page.

const stage = useSharedStage();

describe('the preview of a label', () => {
  const WIDTHS = [390, 820, 1100, 1440];
  const RATIOS = [1, 1.25, 1.5, 2, 2.625, 3];
  const listShownParts = (page: Page): Promise<string> =>
    page.locator('.bench .stage, .bench .placed').evaluateAll((parts) =>
      parts
        .map((part) => part.getBoundingClientRect())
        .map(({ width, height }) => `${width.toFixed(1)} × ${height.toFixed(1)}`)
        .join(', '),
    );

  const atAll = async (page: Page): Promise<Record<string, string>> => {
    const sizes: Record<string, string> = {};
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await waitForTwoFrames(page);
      sizes[`${width} px wide`] = await listShownParts(page);
    }
    return sizes;
  };

  it.each(RATIOS)('is as large before the scripts as after them at %s pixels', async (ratio) => {
    if (noBrowser) return;
    const { browser, server } = stage;
    const context = await browser.newContext({ baseURL: server.url, deviceScaleFactor: ratio });
    try {
      await stage.signIn(context);
      const page = await context.newPage();
      let deliver = (): void => undefined;
      const delivery = new Promise<void>((resolve) => (deliver = resolve));
      await page.route('**/assets/*.js', async (route) => {
        await delivery;
        await route.continue();
      });
      await page.goto('/yunbiao/user/print', { waitUntil: 'commit' });
      await page.locator('.foot').waitFor();
      const before = await atAll(page);
      deliver();
      await waitUntilHydrated(page);
      expect(await atAll(page)).toEqual(before);
    } finally {
      await context.close();
    }
  });
});
