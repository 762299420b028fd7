import { isReachable } from '../routing/reachable.ts';

/** Within this time a page is not reloaded twice (docs/promises.md). */
const RELOAD_GUARD_MS = 10_000;

type Arrival = {
  /** How the page in view came: by a reload or otherwise (Navigation Timing Level 2, `type`). */
  type: string;
  /** How long ago, ms. */
  ageMs: number;
};

/** Whether a page may be reloaded: not one that a reload has just brought. Needs no storage, which may be refused. */
export const mayReload = ({ type, ageMs }: Arrival): boolean =>
  type !== 'reload' || ageMs >= RELOAD_GUARD_MS;

const arrival = (): Arrival => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return { type: entry?.type ?? '', ageMs: performance.now() };
};

/** A page has several scripts, and its preload is over with the first that is gone: the others are told of later. */
const STRAGGLERS_MS = 5_000;

/**
 * After a deploy a page's chunks are gone. Vite reports that as `vite:preloadError`; when somebody really asked for it
 * (not merely points at a link) the page is loaded afresh. Not while the server cannot be reached: there is nothing to
 * load then, and the page in view would be gone.
 */
export const watchStaleChunks = (router: {
  isGoing: () => boolean;
  isPreloading: () => boolean;
}): void => {
  let stragglersUntil = 0;
  let askedAt = -RELOAD_GUARD_MS;
  window.addEventListener('vite:preloadError', (event) => {
    // The bundler's error would make the router reload by a rule of its own.
    event.preventDefault();
    const wasGoing = router.isGoing();
    if (!wasGoing) {
      if (router.isPreloading()) stragglersUntil = Date.now() + STRAGGLERS_MS;
      if (Date.now() < stragglersUntil) return;
    }
    void isReachable().then((isBack) => {
      // The other scripts of a page nobody could fetch.
      if (!isBack) stragglersUntil = Date.now() + STRAGGLERS_MS;
      // Whoever has turned back meanwhile keeps the page in view.
      else if (!wasGoing || router.isGoing()) {
        const now = arrival();
        // Whoever stays after all, because something is not saved, may be asked again later.
        if (now.ageMs - askedAt < RELOAD_GUARD_MS || !mayReload(now)) return;
        askedAt = now.ageMs;
        location.reload();
      }
    });
  });
};
