import type { SiteBuild } from '@yunbiao/contract/api/site';

const linksByBuild = new WeakMap<SiteBuild, Map<string, string>>();

const formatPreloadLinks = (build: SiteBuild, routeIds: readonly string[]): string => {
  const files = new Set(build.shared.preloads);
  for (const id of routeIds) for (const file of build.routes[id]?.preloads ?? []) files.add(file);
  return [...files]
    .map((file) => `<link rel="modulepreload" href="${file}" fetchPriority="low"/>`)
    .join('');
};

/**
 * Preload links for the code of these routes. They are as many as the other elements of head and
 * header, but only a few combinations exist. They are written once, outside React, and are not part
 * of the router data.
 */
const getPreloadLinks = (build: SiteBuild, routeIds: readonly string[]): string => {
  const knownLinks = linksByBuild.get(build) ?? new Map<string, string>();
  linksByBuild.set(build, knownLinks);
  const key = routeIds.join('\n');
  const links = knownLinks.get(key) ?? formatPreloadLinks(build, routeIds);
  knownLinks.set(key, links);
  return links;
};

const HEAD_END = '</head>';

/** Inserts the preload links at the end of the head, and returns the page in pieces. */
export const insertPreloadLinks = (
  html: string,
  build: SiteBuild,
  routeIds: readonly string[],
): string[] => {
  const at = html.indexOf(HEAD_END);
  return at < 0 ? [html] : [html.slice(0, at), getPreloadLinks(build, routeIds), html.slice(at)];
};
