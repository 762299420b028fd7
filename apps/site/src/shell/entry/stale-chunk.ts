import { isServerReachable } from '../routing/reachable.ts';

/** Minimum interval between reloads of a page (docs/promises.md). */
const RELOAD_GUARD_MS = 10_000;

type PageNavigation = {
  /** Navigation type of the current page, such as `reload` (Navigation Timing Level 2, `type`). */
  type: string;
  /** Age of the page, ms. */
  ageMs: number;
};

/**
 * Allows a reload unless the page was just reloaded. Uses no storage, because the browser may block
 * it.
 */
export const canReload = ({ type, ageMs }: PageNavigation): boolean =>
  type !== 'reload' || ageMs >= RELOAD_GUARD_MS;

const readPageNavigation = (): PageNavigation => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return { type: entry?.type ?? '', ageMs: performance.now() };
};

/**
 * Period in which further errors of the same preload are ignored, ms. The preload ends with the
 * first missing script, and errors of other scripts follow later.
 */
const FOLLOW_UP_ERRORS_MS = 5_000;

/**
 * After a deploy, the chunks of an open page no longer exist, and Vite emits `vite:preloadError`.
 * If the user navigates, the page reloads. A failed preload of a hovered link reloads nothing by
 * itself; the next navigation does, because the router does not load that chunk again. The page does
 * not reload while the server is unreachable, because that would lose the current page.
 */
export const watchStaleChunks = (router: {
  isGoing: () => boolean;
  /** Address of the page that is shown or being loaded. */
  getHref: () => string;
  isPreloading: () => boolean;
  /** Calls `listener` when the address has changed, before the new page loads. */
  onNavigation: (listener: () => void) => void;
}): void => {
  let stragglersUntil = 0;
  let askedAt = -RELOAD_GUARD_MS;
  let hasFailedPreload = false;
  const reloadOnce = (): void => {
    const currentArrival = readPageNavigation();
    // If the user cancelled the reload because of unsaved changes, ask again only after this
    // interval.
    if (currentArrival.ageMs - askedAt < RELOAD_GUARD_MS || !canReload(currentArrival)) return;
    askedAt = currentArrival.ageMs;
    location.reload();
  };
  window.addEventListener('vite:preloadError', (event) => {
    // The router has its own reload rule for this error; suppress it.
    event.preventDefault();
    const wasGoing = router.isGoing();
    const href = router.getHref();
    if (!wasGoing) {
      if (router.isPreloading()) {
        hasFailedPreload = true;
        stragglersUntil = Date.now() + FOLLOW_UP_ERRORS_MS;
      }
      if (Date.now() < stragglersUntil) return;
    }
    void isServerReachable().then((isBack) => {
      // Ignore errors of the other scripts of the same page.
      if (!isBack) stragglersUntil = Date.now() + FOLLOW_UP_ERRORS_MS;
      // The navigation may have failed by now, which shows the error page. If the user has left
      // the address, the current page stays.
      else if (!wasGoing || router.getHref() === href) reloadOnce();
    });
  });
  router.onNavigation(() => {
    if (!hasFailedPreload) return;
    void isServerReachable().then((isBack) => {
      if (isBack) reloadOnce();
    });
  });
};
