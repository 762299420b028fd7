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

/**
 * After a deploy a page's chunks are gone. Vite reports that as `vite:preloadError`; when somebody really asked for it
 * (not merely points at a link) the page is loaded afresh. Not while the server cannot be reached: there is nothing to
 * load then, and the page in view would be gone.
 */
export const watchStaleChunks = (isAskedFor: () => boolean): void => {
  window.addEventListener('vite:preloadError', (event) => {
    // The bundler's error would make the router reload by a rule of its own.
    event.preventDefault();
    if (!isAskedFor()) return;
    void isReachable().then(
      (isBack) =>
        isBack &&
        reloadOnce({ storage: sessionStorage, now: Date.now, reload: () => location.reload() }),
    );
  });
};
