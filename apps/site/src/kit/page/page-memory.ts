import type { PagePart } from '../site/context.ts';

/** The same for the same address of a route, whatever stands below it. */
const getKey = ({ routeId, params, deps }: PagePart): string => {
  const path = routeId.replace(/\$(\w+)/g, (_whole, name: string) => String(params[name]));
  return `${path} ${JSON.stringify(deps ?? null)}`;
};

type Match = {
  routeId: string;
  params: Record<string, unknown>;
  loaderDeps: unknown;
  loaderData?: unknown;
};

/** What the pages that were shown were loaded with, the newest `most` parts of them. */
export const createPageMemory = (most = 60) => {
  const parts = new Map<string, unknown>();
  /** Call with the matches of a page that is shown. */
  const keep = (matches: readonly Match[]): void => {
    for (const { routeId, params, loaderDeps: deps, loaderData } of matches) {
      if (loaderData === undefined) continue;
      const key = getKey({ routeId, params, deps });
      parts.delete(key);
      parts.set(key, loaderData);
    }
    for (const key of [...parts.keys()].slice(0, -most)) parts.delete(key);
  };
  return {
    keep,
    /** Drops every page but the one that is shown. */
    keepOnly: (matches: readonly Match[]): void => {
      parts.clear();
      keep(matches);
    },
    get: (part: PagePart): unknown => parts.get(getKey(part)),
  };
};
