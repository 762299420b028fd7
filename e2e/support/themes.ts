import type { Page } from 'playwright-core';
import { checkAccessibility } from './browser.ts';

/**
 * Whether the page equals the previous check except for colours: same elements in the same places.
 */
export const isAsBefore = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const seen = globalThis as unknown as { seenBefore?: string };
    const boxes = [...document.querySelectorAll('*')].map((item) => {
      const { x, y, width, height } = item.getBoundingClientRect();
      const isVisible = item.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return [x, y, width, height, isVisible];
    });
    const now = document.documentElement.outerHTML + JSON.stringify(boxes);
    const before = seen.seenBefore;
    seen.seenBefore = now;
    return before === now;
  });

type Rules = Parameters<typeof checkAccessibility>[1];

/**
 * Findings of axe in light and dark (`dark: …`); the page is light afterwards. `look` runs first in
 * each theme.
 */
export const checkThemes = async (
  page: Page,
  rules?: Rules,
  look: (theme: 'light' | 'dark') => Promise<void> = () => Promise.resolve(),
): Promise<string[]> => {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await look(theme);
    // The light page ran every rule. When only colours differ, the other rules need no second run.
    const isRepeated = (await isAsBefore(page)) && theme === 'dark';
    const findings = await checkAccessibility(page, isRepeated ? 'colours' : rules);
    found.push(...findings.map((finding) => `${theme}: ${finding}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};
