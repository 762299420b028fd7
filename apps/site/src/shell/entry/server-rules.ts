import type { RouteRules, SiteModule } from '@yunbiao/contract/site';
import { createSiteRouter } from '../routing/router.tsx';
import { fromOwn } from '../../kit/page/own-host.ts';
import { matchRule } from '../../kit/site/route-rules.ts';
import { parseSearch, stringifySearch } from '../../kit/site/search.ts';
import { createServerContext, type Visit } from './server-context.ts';

/** Path patterns and what the server does there, read from the routes themselves. */
const readRules = (): RouteRules => {
  const nobody: Visit = {
    token: '',
    host: '',
    named: '',
    ownAlias: '',
    origin: '',
    apiBase: '',
    statsUrl: '',
    buildId: '',
    api: () => Promise.reject(new Error('no calls here')),
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

export const rules: RouteRules = readRules();

/** The search an address is rendered with: on cacheable pages only what the page declares, in its order. */
export const declaredSearch: SiteModule['declaredSearch'] = (pathname, search, ownAlias) => {
  const path = ownAlias ? fromOwn(encodeURIComponent(ownAlias), pathname) : pathname;
  const cache = matchRule(rules, path)?.cache;
  if (!search) return { cacheable: cache !== undefined, search: '' };
  const given = parseSearch(search);
  const kept = cache
    ? Object.fromEntries(cache.search.filter((key) => key in given).map((key) => [key, given[key]]))
    : given;
  return { cacheable: cache !== undefined, search: stringifySearch(kept) };
};
