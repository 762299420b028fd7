import type { AnyRouter } from '@tanstack/react-router';

type Build = AnyRouter['buildLocation'];
type Asked = Parameters<Build>[0];
type Place = ReturnType<Build>;

/** Maximum number of cached locations. */
const MAX_CACHED_LOCATIONS = 2_000;
const places = new Map<string, Place>();

/** Link options that require a normal build by the router. */
const UNCACHEABLE_OPTIONS = [
  ...(['from', 'hash', 'state', 'mask', 'href', 'unsafeRelative', 'leaveParams'] as const),
  ...(['_includeValidateSearch', '_fromLocation'] as const),
];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Cache of the parameter names of a path. Only paths of our routes and links occur. */
const paramsByPath = new Map<string, readonly string[]>();

const listPathParams = (to: string): readonly string[] => {
  const knownParams = paramsByPath.get(to);
  if (knownParams) return knownParams;
  const names = to.split('/').flatMap((part) => /\$(\w+)/.exec(part)?.[1] ?? []);
  if (paramsByPath.size >= MAX_CACHED_LOCATIONS) paramsByPath.clear();
  paramsByPath.set(to, names);
  return names;
};

/** Cache key of a link that depends only on its route and parameters; otherwise ''. */
const getLinkCacheKey = (options: Record<string, unknown>): string => {
  const { to, params = {}, search = {} } = options;
  if (typeof to !== 'string' || !to.startsWith('/')) return '';
  if (!isRecord(params) || !isRecord(search)) return '';
  for (const name of UNCACHEABLE_OPTIONS) if (options[name] !== undefined) return '';
  let key = to;
  for (const name of listPathParams(to)) {
    // The router takes a missing parameter from the current page, so the link cannot be cached.
    const value = params[name];
    if (typeof value !== 'string') return '';
    key += `\n${value}`;
  }
  return key;
};

/**
 * Caches the locations of links on the server. A page has 60 links, and most of them are the same
 * on all pages. The search is appended to the cached location.
 */
export const cacheLinkLocations = (router: AnyRouter): void => {
  // On a custom domain, rewrites change the complete address, including its host.
  if (router.options.rewrite) return;
  const build: Build = router.buildLocation;
  const buildLocationCached = (options: Asked): Place => {
    const key = getLinkCacheKey(options as Record<string, unknown>);
    if (key === '') return build(options);
    const { search, ...rest } = options as Asked & { search?: Record<string, unknown> };
    const knownPlace = places.get(key);
    const place = knownPlace ?? build(rest as Asked);
    if (!knownPlace) {
      if (places.size >= MAX_CACHED_LOCATIONS) places.clear();
      places.set(key, place);
    }
    if (!search) return place;
    const searchStr = router.options.stringifySearch(search);
    const cachedLocation = {
      href: place.href + searchStr,
      publicHref: place.publicHref + searchStr,
    };
    return { ...place, ...cachedLocation, search, searchStr };
  };
  router.buildLocation = buildLocationCached as Build;
};
