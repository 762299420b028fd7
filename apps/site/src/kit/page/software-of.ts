import type { Software } from '../site/stores.ts';

/** The software a page belongs to, from the matches its head is given. */
export const getSoftware = (
  matches: readonly { routeId: string; loaderData?: unknown }[],
): Software | undefined =>
  // The route's own loader says what this is.
  (
    matches.find((match) => match.routeId === '/$soft')?.loaderData as
      | { software?: Software }
      | undefined
  )?.software;
