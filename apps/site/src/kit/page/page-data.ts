import { isServer } from '@tanstack/router-core/isServer';
import type { SiteContext } from '../site/context.ts';
import { matchRouteRule } from '../site/route-rules.ts';

export type LoaderContext = {
  context: SiteContext;
  location: { pathname: string; publicHref: string; searchStr: string };
  params: Record<string, unknown>;
  deps: unknown;
  route: { id: string };
  preload: boolean;
  abortController: AbortController;
};

type Payload = { buildId: string; routes: Record<string, unknown> };

const isPagePayload = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && 'routes' in value && 'buildId' in value;

/** Pending payload requests. The loaders of a navigation share one request. */
const pendingPayloads = new Map<string, Promise<Payload | null>>();

const fetchPayload = async (
  path: string,
  search: string,
  buildId: string,
): Promise<Payload | null> => {
  try {
    // Without cookies: a payload is the same for everyone and comes from the page cache.
    const response = await fetch(`${path === '/' ? '' : path}/_payload.json${search}`, {
      credentials: 'omit',
    });
    if (response.status !== 200) return null;
    const body: unknown = await response.json();
    return isPagePayload(body) && body.buildId === buildId ? body : null;
  } catch {
    return null;
  }
};

const getSharedPagePayload = (c: LoaderContext): Promise<Payload | null> => {
  const { publicHref, searchStr } = c.location;
  // The path as displayed in the address bar: without the alias on a custom domain.
  const [path = '/'] = publicHref.split(/[?#]/, 1);
  const key = path + searchStr;
  let payload = pendingPayloads.get(key);
  if (!payload) {
    payload = fetchPayload(path, searchStr, c.context.buildId).finally(() =>
      pendingPayloads.delete(key),
    );
    pendingPayloads.set(key, payload);
  }
  return payload;
};

/**
 * Returns data that this page displayed before, if it is still in memory. Preloads do not use it.
 */
export const readCachedPageData = <T>(c: LoaderContext): T | undefined =>
  c.preload || c.abortController.signal.aborted
    ? undefined
    : // The same loader stored it for the same address.
      (c.context.getRemembered({ routeId: c.route.id, params: c.params, deps: c.deps }) as
        | T
        | undefined);

/**
 * Loads the data of a page. On the server, and on pages for one member, it calls `load`. On a
 * browser navigation to a cacheable page it fetches `{path}/_payload.json` once for all routes, and
 * falls back to `load` on any failure.
 */
export const loadPageData = async <T>(c: LoaderContext, load: () => Promise<T>): Promise<T> => {
  if (isServer || typeof window === 'undefined') return load();
  const cacheable = matchRouteRule(c.context.getRules(), c.location.pathname)?.cache;
  const payload = cacheable ? await getSharedPagePayload(c) : null;
  // The server ran the same loader for the same path, so the value has type T.
  return payload && c.route.id in payload.routes ? (payload.routes[c.route.id] as T) : load();
};
