import { GATEWAY_PATH } from '@yunbiao/contract/gateway/gateway';
import { PUSH_PATH } from '../../apps/server/src/wechat/create-wechat.ts';
import { readSource } from './sources.ts';

/** Converts a route to an address: `/$soft/qa/{$id}.html` becomes `/{soft}/qa/{id}.html`. */
const formatAddress = (route: string): string => route.replaceAll(/\{?\$(\w+)\}?/g, '{$1}');

const listRoutes = (): string[] => {
  const tree = readSource('apps/site/src/routeTree.gen.ts');
  const byPath = tree.split('interface FileRoutesByTo {')[1]?.split('\n}')[0] ?? '';
  return Array.from(byPath.matchAll(/^ {2}'([^']+)'/gm), ([, route = '']) => formatAddress(route));
};

/**
 * Addresses the server answers besides pages and contract calls: files, and the pattern that finds the addresses in
 * them.
 */
const ANSWERED: readonly (readonly [file: string, pattern: RegExp])[] = [
  ['apps/server/src/probes.ts', /^ {2}'(\/\w+)':/gm],
  ['apps/server/src/pages/seo-routes.ts', /pathname === '(\/[\w.-]+)'/g],
  ['apps/server/src/api/api.ts', /\bapp\.(?:get|post)\('([^']+)'/g],
  ['apps/server/src/api/api.ts', /\bapp\.on\(\[[^\]]+\], '([^']+)'/g],
];

const listServerAddresses = (): string[] =>
  ANSWERED.flatMap(([file, pattern]) => {
    const addresses = Array.from(readSource(file).matchAll(pattern), ([, path = '']) => path);
    if (addresses.length === 0)
      throw new Error(`${file} names no address any more as ${pattern.source}`);
    return addresses.map((path) => path.replaceAll(/:(\w+)/g, '{$1}'));
  });

const FEED = String.raw`^(?:\/([^/]+))?\/updateLog\/rss\.xml$`;

const listFeeds = (): string[] => {
  if (!readSource('apps/server/src/pages/seo-routes.ts').includes(FEED)) return [];
  return ['/updateLog/rss.xml', '/{soft}/updateLog/rss.xml'];
};

/** Addresses of pages that bookmarks, search engines and other programs store. */
export const collectPages = (): string[] => [
  ...new Set([...listRoutes(), ...listServerAddresses(), ...listFeeds(), PUSH_PATH, GATEWAY_PATH]),
];
