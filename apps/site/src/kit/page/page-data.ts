import { isServer } from '@tanstack/router-core/isServer';
import type { SiteContext } from '../site/context.ts';
import { matchRule } from '../site/route-rules.ts';

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

const isPayload = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && 'routes' in value && 'buildId' in value;

/** Payloads on their way: the loaders of one navigation share one request. */
const underWay = new Map<string, Promise<Payload | null>>();

const fetchPayload = async (
  path: string,
  search: string,
  buildId: string,
): Promise<Payload | null> => {
  try {
    // Without cookies: a payload is the same for everyone, and comes from the page cache.
    const response = await fetch(`${path === '/' ? '' : path}/_payload.json${search}`, {
      credentials: 'omit',
    });
    if (response.status !== 200) return null;
    const body: unknown = await response.json();
    return isPayload(body) && body.buildId === buildId ? body : null;
  } catch {
    return null;
  }
};

const getPayload = (c: LoaderContext): Promise<Payload | null> => {
  const { publicHref, searchStr } = c.location;
  // As the address bar has it: a software's own host leaves the alias out.
  const [path = '/'] = publicHref.split(/[?#]/, 1);
  const key = path + searchStr;
  let payload = underWay.get(key);
  if (!payload) {
    payload = fetchPayload(path, searchStr, c.context.buildId).finally(() => underWay.delete(key));
    underWay.set(key, payload);
  }
  return payload;
};

/** What the very same page was loaded with before, if it was shown and is still in memory. Of a page fetched ahead nobody knows. */
export const readRemembered = <T>(c: LoaderContext): T | undefined =>
  c.preload || c.abortController.signal.aborted
    ? undefined
    : // The same loader left it, for the same address.
      (c.context.remembered({ routeId: c.route.id, params: c.params, deps: c.deps }) as
        | T
        | undefined);

/**
 * The data of a page. On the server, and on pages made for one member, `load` asks the API. On a navigation in the
 * browser to a cacheable page the data comes from `{path}/_payload.json`, all routes in one request; on any failure
 * `load` is asked after all.
 */
export const pageData = async <T>(c: LoaderContext, load: () => Promise<T>): Promise<T> => {
  if (isServer || typeof window === 'undefined') return load();
  const cacheable = matchRule(c.context.rules(), c.location.pathname)?.cache;
  const payload = cacheable ? await getPayload(c) : null;
  // The server ran this very loader for this very path: what it stored under this route is a T.
  return payload && c.route.id in payload.routes ? (payload.routes[c.route.id] as T) : load();
};
