import type { AnyRouter } from '@tanstack/react-router';

/** Queues of analytics scripts: arrays, or objects that replaced them, each with `push`. */
type Counters = Record<'_hmt' | 'dataLayer', { push?: unknown } | undefined>;

/** Event for other analytics scripts; `detail` is `{ path }`. */
export const PAGE_VIEW = 'yunbiao:pageview';

type Page = Pick<EventTarget, 'dispatchEvent'>;

const pushAnalyticsEntry = (list: { push?: unknown } | undefined, entry: unknown): void => {
  if (typeof list?.push === 'function') list.push(entry);
};

/**
 * Reports a client-side navigation to analytics scripts: `_trackPageview` for Baidu, `page_view`
 * for a data layer, and an event. Reports only the path, because searches contain user input. Paths
 * never contain a token.
 */
export const reportPageView = (path: string, page: Page): void => {
  const { _hmt, dataLayer } = page as Page & Counters;
  pushAnalyticsEntry(_hmt, ['_trackPageview', path]);
  pushAnalyticsEntry(dataLayer, { event: 'page_view', page_path: path });
  page.dispatchEvent(new CustomEvent(PAGE_VIEW, { detail: { path } }));
};

/**
 * Reports each navigation except the first page, which the script counts itself. Reports the path
 * as displayed in the address bar.
 */
export const watchPageViews = (
  router: Pick<AnyRouter, 'subscribe'>,
  page: Page = window,
): (() => void) =>
  router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
    if (pathChanged) reportPageView(toLocation.publicHref.split(/[?#]/, 1)[0] ?? '/', page);
  });
