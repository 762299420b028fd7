import type { Page } from 'playwright-core';

/** Maximum layout shift of a page load, as Lighthouse counts it. */
export const CLS = 0.01;

/** Layout shift so far, summed in one window as web-vitals does; a new page has only one window. */
export const sumLayoutShifts = (page: Page): Promise<number> =>
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
        // The observer's buffer is delivered in a separate task.
        setTimeout(() => resolve(sum), 50);
      }),
  );
