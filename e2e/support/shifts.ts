import type { Page } from 'playwright-core';

/** Most a page may shift on its way, as Lighthouse counts it. */
export const CLS = 0.01;

/** Shifts so far, as web-vitals sums them in one window; a page that has just come has only one. */
export const shifts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        // The buffer is told in a task of its own.
        setTimeout(() => resolve(sum), 50);
      }),
  );
