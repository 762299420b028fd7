import type { AnyRouter } from '@tanstack/react-router';

type Build = AnyRouter['buildLocation'];
type Asked = Parameters<Build>[0];
type Place = ReturnType<Build>;

/** Places kept: those of a site's navigations many times over. */
const MOST = 2_000;
const places = new Map<string, Place>();

/** What a link of ours may say of where it leads; one that says more is the router's to build. */
const OTHERS = [
  ...(['from', 'hash', 'state', 'mask', 'href', 'unsafeRelative', 'leaveParams'] as const),
  ...(['_includeValidateSearch', '_fromLocation'] as const),
];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Names of the parameters of a path. Paths are those of our routes and their links: there are no more. */
const getParams = new Map<string, readonly string[]>();

const paramsIn = (to: string): readonly string[] => {
  const known = getParams.get(to);
  if (known) return known;
  const names = to.split('/').flatMap((part) => /\$(\w+)/.exec(part)?.[1] ?? []);
  if (getParams.size >= MOST) getParams.clear();
  getParams.set(to, names);
  return names;
};

/** Route and parameters, when where it leads depends on nothing else; else ''. */
const getKey = (asked: Record<string, unknown>): string => {
  const { to, params = {}, search = {} } = asked;
  if (typeof to !== 'string' || !to.startsWith('/')) return '';
  if (!isRecord(params) || !isRecord(search)) return '';
  for (const name of OTHERS) if (asked[name] !== undefined) return '';
  let key = to;
  for (const name of paramsIn(to)) {
    // A parameter left out is taken from the page under way.
    const value = params[name];
    if (typeof value !== 'string') return '';
    key += `\n${value}`;
  }
  return key;
};

/**
 * A page has sixty links, and most of every page lead to the same places. On the server, where one leads without its
 * search is worked out once; the search is put behind it.
 */
export const rememberPlaces = (router: AnyRouter): void => {
  // On a software's own host addresses are translated whole, and some become another host's.
  if (router.options.rewrite) return;
  const build: Build = router.buildLocation;
  const buildOnce = (asked: Asked): Place => {
    const key = getKey(asked as Record<string, unknown>);
    if (key === '') return build(asked);
    const { search, ...rest } = asked as Asked & { search?: Record<string, unknown> };
    const known = places.get(key);
    const place = known ?? build(rest as Asked);
    if (!known) {
      if (places.size >= MOST) places.clear();
      places.set(key, place);
    }
    if (!search) return place;
    const searchStr = router.options.stringifySearch(search);
    const behind = { href: place.href + searchStr, publicHref: place.publicHref + searchStr };
    return { ...place, ...behind, search, searchStr };
  };
  router.buildLocation = buildOnce as Build;
};
