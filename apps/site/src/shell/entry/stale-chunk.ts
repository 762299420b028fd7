import { isReachable } from '../routing/reachable.ts';

/** Within this time a page is not reloaded twice (docs/promises.md). */
export const RELOAD_GUARD_MS = 10_000;
const KEY = 'reload-guard';

type Reloads = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
  reload: () => void;
};

/** Reloads the page, unless it already was within the guard's lifetime. Says whether it did. */
export const reloadOnce = ({ storage, now, reload }: Reloads): boolean => {
  const last = Number(storage.getItem(KEY) ?? 0);
  if (now() - last < RELOAD_GUARD_MS) return false;
  storage.setItem(KEY, String(now()));
  reload();
  return true;
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
      else if (!wasGoing || router.isGoing())
        reloadOnce({ storage: sessionStorage, now: Date.now, reload: () => location.reload() });
    });
  });
};
