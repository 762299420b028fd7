import { dismissToast, toast } from '@yunbiao/ui/toast.ts';
import { isReachable } from './reachable.ts';

/** Between two looks whether the server is back, ms. */
const LOOK_MS = 2_000;

type Place = { state: { __TSR_index: number } };

/** What the wait for the network needs of the router. */
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

/** The page in view stays; where the address has gone ahead of it, it comes back. */
const stay = ({ history, state }: Navigations): void => {
  const there = history.location.state.__TSR_index;
  const steps = (state.resolvedLocation?.state.__TSR_index ?? there) - there;
  if (steps !== 0) history.go(steps, { ignoreBlocker: true });
};

/** Ends the wait there is. */
let endLast = (): void => {};

/**
 * Says that a page waits for the network, and opens it when the server answers. One page waits at a time, the one asked
 * for last. Returns how to end the wait.
 */
const waitForServer = (router: Navigations, open: () => void): (() => void) => {
  endLast();
  const over = new AbortController();
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const isBack = await isReachable();
    isLooking = false;
    if (!isBack || over.signal.aborted) return;
    // Once: the page may take longer than the next look.
    end();
    open();
  };
  const now = (): void => void look();
  const timer = setInterval(now, LOOK_MS);
  addEventListener('online', now, { signal: over.signal });
  const end = (): void => {
    over.abort();
    clearInterval(timer);
    dismissToast(id);
  };
  const giveUp = (): void => {
    end();
    stay(router);
  };
  const id = toast.progress('网络不通，恢复后自动打开', {
    action: { label: '不等了', run: giveUp },
  });
  endLast = end;
  return end;
};

/**
 * A navigation without a network does not begin: the page in view stays, with what is typed in it, and the other one
 * opens when the network is back. Back and forward go on, to pages that are still in memory.
 */
export const gateNavigations = (router: Navigations): void => {
  const { history } = router;
  history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ currentLocation: from, nextLocation: to, action }) => {
      if (navigator.onLine || (action !== 'PUSH' && action !== 'REPLACE')) return false;
      if (from.pathname === to.pathname && from.search === to.search) return false;
      // A browser may take itself for offline and reach this server, on the same machine or in the same house.
      if (await isReachable()) return false;
      waitForServer(router, () =>
        action === 'PUSH' ? history.push(to.href) : history.replace(to.href),
      );
      return true;
    },
  });
};

/** Loaders that wait just now: the parts of one page wait together. */
let waiting = 0;
let usualPendingMs: number | undefined;

/**
 * For a navigation that has begun and cannot be loaded: waits until the server answers, then loads the page whole, its
 * code included. Meanwhile the page in view stays. Rejects with `error` when another navigation takes over.
 */
export const openWhenBack = (
  router: Navigations,
  error: unknown,
  signal: AbortSignal,
): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) return reject(error as Error);
    const { options } = router;
    if (waiting === 0) usualPendingMs = options.defaultPendingMs;
    waiting += 1;
    // No skeleton takes the place of the page in view: it may be long.
    options.defaultPendingMs = Infinity;
    // The address is that of the page already.
    const end = waitForServer(router, () => location.reload());
    // The way back is another navigation, and so is a click on another link.
    signal.addEventListener('abort', () => {
      end();
      waiting -= 1;
      if (waiting === 0) options.defaultPendingMs = usualPendingMs;
      reject(error as Error);
    });
  });
