import { dismissToast, toast } from '@yunbiao/ui/overlay/toast.ts';
import { isServerReachable } from './reachable.ts';

/** Interval between checks whether the server is reachable, ms. */
const POLL_INTERVAL_MS = 2_000;

type Place = { state: { __TSR_index: number } };

/** Parts of the router that are required here. */
export type Navigations = {
  history: {
    location: Place;
    block: (blocker: {
      blockerFn: (args: {
        currentLocation: { pathname: string; search: string };
        nextLocation: { pathname: string; search: string; href: string };
        action: string;
      }) => Promise<boolean>;
      enableBeforeUnload: boolean;
    }) => () => void;
    push: (href: string) => void;
    replace: (href: string) => void;
    go: (steps: number, options: { ignoreBlocker: boolean }) => void;
  };
  options: { defaultPendingMs?: number | undefined };
  state: { resolvedLocation?: Place | undefined };
};

/** Keeps the current page. Restores its address if the address has already changed. */
const stayOnPage = ({ history, state }: Navigations): void => {
  const historyIndex = history.location.state.__TSR_index;
  const steps = (state.resolvedLocation?.state.__TSR_index ?? historyIndex) - historyIndex;
  if (steps !== 0) history.go(steps, { ignoreBlocker: true });
};

/** Ends the wait of the navigation that waits for the network. */
let finishLastNavigationWait = (): void => {};

/**
 * Shows that a page waits for the network and opens it when the server responds. Only the latest
 * requested page waits. Returns a function that ends the wait.
 */
const openWhenServerResponds = (router: Navigations, open: () => void): (() => void) => {
  finishLastNavigationWait();
  const over = new AbortController();
  let isLooking = false;
  const openIfServerResponds = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const isBack = await isServerReachable();
    isLooking = false;
    if (!isBack || over.signal.aborted) return;
    // Open it only once: loading may take longer than the next check.
    finishNetworkWait();
    open();
  };
  const triggerServerPoll = (): void => void openIfServerResponds();
  const timer = setInterval(triggerServerPoll, POLL_INTERVAL_MS);
  addEventListener('online', triggerServerPoll, { signal: over.signal });
  const finishNetworkWait = (): void => {
    over.abort();
    clearInterval(timer);
    dismissToast(id);
  };
  const giveUpNavigation = (): void => {
    finishNetworkWait();
    stayOnPage(router);
  };
  const id = toast.progress('网络不通，恢复后自动打开', {
    action: { label: '取消等待', run: giveUpNavigation },
  });
  finishLastNavigationWait = finishNetworkWait;
  return finishNetworkWait;
};

/**
 * Blocks navigation without a network, so that the current page and its input stay. The navigation
 * continues when the network is back. Back and Forward are not blocked, because those pages may be
 * in memory.
 */
export const blockNavigationsWhileOffline = (router: Navigations): void => {
  const { history } = router;
  history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ currentLocation, nextLocation, action }) => {
      if (navigator.onLine || (action !== 'PUSH' && action !== 'REPLACE')) return false;
      if (
        currentLocation.pathname === nextLocation.pathname &&
        currentLocation.search === nextLocation.search
      )
        return false;
      // A browser can report offline although it reaches this server on the same machine or local
      // network.
      if (await isServerReachable()) return false;
      openWhenServerResponds(router, () =>
        action === 'PUSH' ? history.push(nextLocation.href) : history.replace(nextLocation.href),
      );
      return true;
    },
  });
};

/** Number of waiting loaders. The loaders of a page wait together. */
let waiting = 0;
let usualPendingMs: number | undefined;

/**
 * For a navigation whose loading failed: waits for the server, then reloads the complete page. The
 * current page stays displayed. Rejects with `error` when another navigation starts.
 */
export const reloadWhenServerResponds = (
  router: Navigations,
  error: unknown,
  signal: AbortSignal,
): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) return reject(error as Error);
    const { options } = router;
    if (waiting === 0) usualPendingMs = options.defaultPendingMs;
    waiting += 1;
    // Disable the skeleton during the wait, because the wait can be long.
    options.defaultPendingMs = Infinity;
    // The address already belongs to the new page.
    const end = openWhenServerResponds(router, () => location.reload());
    // Back or another link starts a different navigation.
    signal.addEventListener('abort', () => {
      end();
      waiting -= 1;
      if (waiting === 0) options.defaultPendingMs = usualPendingMs;
      reject(error as Error);
    });
  });
