import type { Software } from '../site/stores.ts';

/** Returns the software of a page from the matches that its head receives. */
export const findSoftwareInMatches = (
  matches: readonly { routeId: string; loaderData?: unknown }[],
): Software | undefined =>
  // The type is defined by the loader of the route.
  (
    matches.find((match) => match.routeId === '/$soft')?.loaderData as
      | { software?: Software }
      | undefined
  )?.software;
