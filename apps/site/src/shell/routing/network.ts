import { dismissToast, toast } from '@yunbiao/ui/toast.ts';
import { isReachable } from './reachable.ts';

/** Between two looks whether the server is back, ms. */
const LOOK_MS = 2_000;

/** What the wait for the network needs of the router. */
type Navigations = {
  history: {
    block: (blocker: {
      blockerFn: (args: {
        currentLocation: { pathname: string; search: string };
        nextLocation: { pathname: string; search: string; href: string };
        action: string;
      }) => boolean;
      enableBeforeUnload: boolean;
    }) => () => void;
    push: (href: string) => void;
  };
  options: { defaultPendingMs?: number | undefined };
};

/** Says that a page waits for the network; returns how to take that back. */
const say = (giveUp: () => void): (() => void) => {
  const id = toast.progress('网络不通，恢复后自动打开', {
    action: { label: '不等了', run: giveUp },
  });
  return () => dismissToast(id);
};

/**
 * A navigation without a network does not begin: the page in view stays, with what is typed in it, and the other one
 * opens when the network is back. Back and forward go on, to pages that are still in memory.
 */
export const gateNavigations = ({ history }: Pick<Navigations, 'history'>): void => {
  let wanted = '';
  let unsay = (): void => {};
  const forget = (): void => {
    wanted = '';
    unsay();
  };
  history.block({
    enableBeforeUnload: false,
    blockerFn: ({ currentLocation: from, nextLocation: to, action }) => {
      if (navigator.onLine || (action !== 'PUSH' && action !== 'REPLACE')) return false;
      if (from.pathname === to.pathname && from.search === to.search) return false;
      unsay();
      wanted = to.href;
      unsay = say(forget);
      return true;
    },
  });
  addEventListener('online', () => {
    const href = wanted;
    forget();
    if (href) history.push(href);
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
  { options }: Pick<Navigations, 'options'>,
  href: string,
  error: unknown,
  signal: AbortSignal,
): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) return reject(error as Error);
    if (waiting === 0) usualPendingMs = options.defaultPendingMs;
    waiting += 1;
    // No skeleton takes the place of the page in view: it may be long.
    options.defaultPendingMs = Infinity;
    const unsay = say(() => history.back());
    let isLooking = false;
    const look = async (): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      const isBack = await isReachable();
      isLooking = false;
      if (!isBack || signal.aborted) return;
      // Once: the page may take longer than the next look.
      clearInterval(timer);
      location.assign(href);
    };
    const now = (): void => void look();
    const timer = setInterval(now, LOOK_MS);
    addEventListener('online', now);
    // The way back is another navigation, and so is a click on another link.
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      removeEventListener('online', now);
      unsay();
      waiting -= 1;
      if (waiting === 0) options.defaultPendingMs = usualPendingMs;
      reject(error as Error);
    });
  });
