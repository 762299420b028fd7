import type { RouteRules, SiteModule } from '@yunbiao/contract/api/site';
import { createSiteRouter } from '../routing/router.tsx';
import { toMainHostPath } from '../../kit/page/custom-domain.ts';
import { matchRouteRule } from '../../kit/site/route-rules.ts';
import { parseSearch, stringifySearch } from '../../kit/site/search.ts';
import { createServerContext, type Visit } from './server-context.ts';

/** Reads the path patterns and cache rules of the server from the routes. */
const readRouteRules = (): RouteRules => {
  const nobody: Visit = {
    token: '',
    host: '',
    named: '',
    ownAlias: '',
    origin: '',
    apiBase: '',
    statsUrl: '',
    buildId: '',
    callApi: () => Promise.reject(new Error('no calls here')),
  };
  const router = createSiteRouter(createServerContext(nobody, () => undefined));
  const rules: RouteRules = {};
  for (const route of Object.values(router.routesById)) {
    const { cache, redirect } = route.options.staticData ?? {};
    if (!cache && !redirect) continue;
    const pattern = route.fullPath
      .replace(/\{\$(\w+)\}/g, '{$1}')
      .replace(/\$(\w+)/g, '{$1}')
      .replace(/(.)\/$/, '$1');
    rules[pattern] = { ...(cache ? { cache } : {}), ...(redirect ? { redirect } : {}) };
  }
  return rules;
};

export const rules: RouteRules = readRouteRules();

/** Search for rendering: on cacheable pages, only declared keys in declared order. */
export const filterDeclaredSearch: SiteModule['getDeclaredSearch'] = (
  pathname,
  search,
  ownAlias,
) => {
  const path = ownAlias ? toMainHostPath(encodeURIComponent(ownAlias), pathname) : pathname;
  const cache = matchRouteRule(rules, path)?.cache;
  if (!search) return { cacheable: cache !== undefined, search: '' };
  const givenSearch = parseSearch(search);
  const keptSearch = cache
    ? Object.fromEntries(
        cache.search.filter((key) => key in givenSearch).map((key) => [key, givenSearch[key]]),
      )
    : givenSearch;
  return { cacheable: cache !== undefined, search: stringifySearch(keptSearch) };
};
