import { GATEWAY_PATH } from '@yunbiao/contract/gateway/gateway';
import { PUSH_PATH } from '../../apps/server/src/wechat/create-wechat.ts';
import { readSource } from './sources.ts';

/** `/$soft/qa/{$id}.html` is written `/{soft}/qa/{id}.html`. */
const writeAddress = (route: string): string => route.replaceAll(/\{?\$(\w+)\}?/g, '{$1}');

const listRoutes = (): string[] => {
  const tree = readSource('apps/site/src/routeTree.gen.ts');
  const byPath = tree.split('interface FileRoutesByTo {')[1]?.split('\n}')[0] ?? '';
  return Array.from(byPath.matchAll(/^ {2}'([^']+)'/gm), ([, route = '']) => writeAddress(route));
};

/** Where the server answers beside its pages and the calls of the contract, and how the source says so. */
const ANSWERED: readonly (readonly [file: string, pattern: RegExp])[] = [
  ['apps/server/src/probes.ts', /^ {2}'(\/\w+)':/gm],
  ['apps/server/src/pages/seo-routes.ts', /pathname === '(\/[\w.-]+)'/g],
  ['apps/server/src/api/api.ts', /\bapp\.(?:get|post)\('([^']+)'/g],
  ['apps/server/src/api/api.ts', /\bapp\.on\(\[[^\]]+\], '([^']+)'/g],
];

const listAnswered = (): string[] =>
  ANSWERED.flatMap(([file, pattern]) => {
    const found = Array.from(readSource(file).matchAll(pattern), ([, path = '']) => path);
    if (found.length === 0)
      throw new Error(`${file} names no address any more as ${pattern.source}`);
    return found.map((path) => path.replaceAll(/:(\w+)/g, '{$1}'));
  });

const FEED = String.raw`^(?:\/([^/]+))?\/updateLog\/rss\.xml$`;

const listFeeds = (): string[] => {
  if (!readSource('apps/server/src/pages/seo-routes.ts').includes(FEED)) return [];
  return ['/updateLog/rss.xml', '/{soft}/updateLog/rss.xml'];
};

/** Addresses that bookmarks, search engines and other programs keep. */
export const collectPages = (): string[] => [
  ...new Set([...listRoutes(), ...listAnswered(), ...listFeeds(), PUSH_PATH, GATEWAY_PATH]),
];
