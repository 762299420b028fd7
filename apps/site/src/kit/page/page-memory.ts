import type { PagePart } from '../site/context.ts';

/**
 * Builds the key of a part of a page: the same for the same path of a route, independent of child
 * routes.
 */
const buildPagePartKey = ({ routeId, params, deps }: PagePart): string => {
  const path = routeId.replace(/\$(\w+)/g, (_whole, name: string) => String(params[name]));
  return `${path} ${JSON.stringify(deps ?? null)}`;
};

type Match = {
  routeId: string;
  params: Record<string, unknown>;
  loaderDeps: unknown;
  loaderData?: unknown;
};

/** Cache of loader data of displayed pages, limited to the latest `max` parts. */
export const createPageDataCache = (max = 60) => {
  const parts = new Map<string, unknown>();
  /** Call with the matches of a displayed page. */
  const storeDisplayedPage = (matches: readonly Match[]): void => {
    for (const { routeId, params, loaderDeps, loaderData } of matches) {
      if (loaderData === undefined) continue;
      const key = buildPagePartKey({ routeId, params, deps: loaderDeps });
      parts.delete(key);
      parts.set(key, loaderData);
    }
    for (const key of [...parts.keys()].slice(0, -max)) parts.delete(key);
  };
  return {
    keep: storeDisplayedPage,
    /** Removes all pages except the displayed one. */
    retainOnly: (matches: readonly Match[]): void => {
      parts.clear();
      storeDisplayedPage(matches);
    },
    get: (part: PagePart): unknown => parts.get(buildPagePartKey(part)),
  };
};
