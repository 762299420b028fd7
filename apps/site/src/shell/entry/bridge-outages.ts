import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { readCachedPageData, type LoaderContext } from '../../kit/page/page-data.ts';
import { PageError } from '../../kit/page/page-errors.ts';
import {
  blockNavigationsWhileOffline,
  type Navigations,
  reloadWhenServerResponds,
} from '../routing/network.ts';
import { isServerReachable } from '../routing/reachable.ts';

type Loader = (c: LoaderContext) => unknown;
type Route = { options: { loader?: unknown } };
type Router = Navigations & {
  routesById: object;
  history: { location: { href: string }; subscribe: (onMove: () => void) => () => void };
  latestLocation: { publicHref: string };
  state: { status: string };
};

/** True for errors that a network outage can cause: no redirects, no 404, no server messages. */
const canBeNetworkError = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof PageError && error.message !== NETWORK_FAILED);

/**
 * Checks whether a navigation waits for this load. A click joins a running preload of the link, and
 * the load is still marked as a preload.
 */
const isLoadAwaitedByNavigation = (
  { state, latestLocation }: Router,
  { preload, location }: LoaderContext,
) => !preload || (state.status === 'pending' && latestLocation.publicHref === location.publicHref);

/**
 * Aborts when the navigation leaves. A cancelled navigation aborts its own loads, but not a preload
 * that it joined.
 */
const createLeaveSignal = (
  { history }: Router,
  { preload, abortController }: LoaderContext,
): AbortSignal => {
  if (!preload) return abortController.signal;
  const controller = new AbortController();
  const { href } = history.location;
  const stop = history.subscribe(() => {
    if (history.location.href !== href) controller.abort();
  });
  controller.signal.addEventListener('abort', stop);
  abortController.signal.addEventListener('abort', () => controller.abort());
  return controller.signal;
};

/**
 * Keeps pages usable during a network outage. A page in memory (the current one or a former one)
 * stays displayed. For other pages the navigation waits for the network. Covers loaders whose code
 * cannot be loaded.
 */
export const keepPagesDuringOutages = (router: Router): void => {
  blockNavigationsWhileOffline(router);
  for (const { options } of Object.values(router.routesById) as Route[]) {
    if (typeof options.loader !== 'function') continue;
    const load = options.loader as Loader;
    options.loader = async (c: LoaderContext) => {
      try {
        return await load(c);
      } catch (error) {
        const remembered = readCachedPageData(c);
        if (remembered !== undefined && error instanceof Error) {
          const reason = error instanceof PageError ? error.message : NETWORK_FAILED;
          toast.error(`没有刷新，这是刚才的内容：${reason}`);
          return remembered;
        }
        const { signal } = c.abortController;
        if (!canBeNetworkError(error) || signal.aborted) throw error;
        const isBack = await isServerReachable();
        if (signal.aborted || !isLoadAwaitedByNavigation(router, c)) throw error;
        // The outage was short.
        return isBack
          ? load(c)
          : reloadWhenServerResponds(router, error, createLeaveSignal(router, c));
      }
    };
  }
  // Mark for performance timelines, and for tests that disable the network afterwards.
  performance.mark('outages-bridged');
};
