import type { AnyRouter } from '@tanstack/react-router';

/** What scripts of statistics keep in the page: arrays, or what took their place, each with a `push`. */
type Counters = Record<'_hmt' | 'dataLayer', { push?: unknown } | undefined>;

/** The event for scripts that know neither convention; `detail` is `{ path }`. */
export const PAGE_VIEW = 'yunbiao:pageview';

type Page = Pick<EventTarget, 'dispatchEvent'>;

const push = (list: { push?: unknown } | undefined, entry: unknown): void => {
  if (typeof list?.push === 'function') list.push(entry);
};

/**
 * Tells scripts of statistics of a page that was gone to inside the page: `_trackPageview` of Baidu's, `page_view` for a
 * data layer, and an event. The path alone: searches hold what visitors typed, and no token is ever in a path.
 */
export const tellPageView = (path: string, page: Page): void => {
  const { _hmt, dataLayer } = page as Page & Counters;
  push(_hmt, ['_trackPageview', path]);
  push(dataLayer, { event: 'page_view', page_path: path });
  page.dispatchEvent(new CustomEvent(PAGE_VIEW, { detail: { path } }));
};

/** The page the script was loaded on it counts by itself; every other path is told, as the address bar has it. */
export const watchPageViews = (
  router: Pick<AnyRouter, 'subscribe'>,
  page: Page = window,
): (() => void) =>
  router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
    if (pathChanged) tellPageView(toLocation.publicHref.split(/[?#]/, 1)[0] ?? '/', page);
  });
