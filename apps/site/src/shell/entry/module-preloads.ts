import type { SiteBuild } from '@yunbiao/contract/site';

const written = new WeakMap<SiteBuild, Map<string, string>>();

const write = (build: SiteBuild, routeIds: readonly string[]): string => {
  const files = new Set(build.shared.preloads);
  for (const id of routeIds) for (const file of build.routes[id]?.preloads ?? []) files.add(file);
  return [...files]
    .map((file) => `<link rel="modulepreload" href="${file}" fetchPriority="low"/>`)
    .join('');
};

/**
 * Links to the code of these routes. There are as many as a page has other elements in its head and header together, and
 * no more than a few lists of them: they are written once, beside React, and not told to the browser's router again.
 */
const linksTo = (build: SiteBuild, routeIds: readonly string[]): string => {
  const known = written.get(build) ?? new Map<string, string>();
  written.set(build, known);
  const key = routeIds.join('\n');
  const links = known.get(key) ?? write(build, routeIds);
  known.set(key, links);
  return links;
};

const HEAD_END = '</head>';

/** The page with those links at the end of its head, in pieces. */
export const withPreloads = (
  html: string,
  build: SiteBuild,
  routeIds: readonly string[],
): string[] => {
  const at = html.indexOf(HEAD_END);
  return at < 0 ? [html] : [html.slice(0, at), linksTo(build, routeIds), html.slice(at)];
};
