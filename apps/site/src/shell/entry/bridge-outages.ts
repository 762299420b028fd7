import { NETWORK_FAILED } from '@yunbiao/contract/client';
import { toast } from '@yunbiao/ui/toast.ts';
import { readRemembered, type LoaderContext } from '../../kit/page/page-data.ts';
import { PageError } from '../../kit/page/page-errors.ts';
import { gateNavigations, type Navigations, openWhenBack } from '../routing/network.ts';
import { isReachable } from '../routing/reachable.ts';

type Loader = (c: LoaderContext) => unknown;
type Route = { options: { loader?: unknown } };
type Router = Navigations & {
  routesById: object;
  history: { location: { href: string }; subscribe: (onMove: () => void) => () => void };
  latestLocation: { publicHref: string };
  state: { status: string };
};

/** Redirects and missing pages are no errors, and what the server has said is not the network's fault. */
const mayBeNetwork = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof PageError && error.message !== NETWORK_FAILED);

/**
 * Whether somebody waits for this load. One that was begun because a link was merely pointed at is joined by the click
 * that follows, and is still called a preload.
 */
const isAwaited = ({ state, latestLocation }: Router, { preload, location }: LoaderContext) =>
  !preload || (state.status === 'pending' && latestLocation.publicHref === location.publicHref);

/**
 * Ends when the load is not waited for any more. A navigation that is left aborts its own loads, but not one it joined:
 * that still belongs to the link that was pointed at.
 */
const untilLeft = (
  { history }: Router,
  { preload, abortController }: LoaderContext,
): AbortSignal => {
  if (!preload) return abortController.signal;
  const left = new AbortController();
  const { href } = history.location;
  const stop = history.subscribe(() => {
    if (history.location.href !== href) left.abort();
  });
  left.signal.addEventListener('abort', stop);
  abortController.signal.addEventListener('abort', () => left.abort());
  return left.signal;
};

/**
 * An outage takes no page away from somebody who has it. One that is still in memory (Back leads to it, or it is in
 * view) stays as it was; one that is not waits for the network, and the page in view stays so long. A loader whose own
 * code cannot be fetched fails, too.
 */
export const bridgeOutages = (router: Router): void => {
  gateNavigations(router);
  for (const { options } of Object.values(router.routesById) as Route[]) {
    if (typeof options.loader !== 'function') continue;
    const load = options.loader as Loader;
    options.loader = async (c: LoaderContext) => {
      try {
        return await load(c);
      } catch (error) {
        const remembered = readRemembered(c);
        if (remembered !== undefined && error instanceof Error) {
          const why = error instanceof PageError ? error.message : NETWORK_FAILED;
          toast.error(`没有刷新，这是刚才的内容：${why}`);
          return remembered;
        }
        const { signal } = c.abortController;
        if (!mayBeNetwork(error) || signal.aborted) throw error;
        const isBack = await isReachable();
        if (signal.aborted || !isAwaited(router, c)) throw error;
        // It was gone for a moment only.
        return isBack ? load(c) : openWhenBack(router, error, untilLeft(router, c));
      }
    };
  }
  // From here on an outage costs no page: timelines show it, and tests that take the network away wait for it.
  performance.mark('outages-bridged');
};
