import type { Software } from './stores.ts';

const isSoftwareData = (data: unknown): data is { software: Software } =>
  typeof data === 'object' &&
  data !== null &&
  'software' in data &&
  typeof data.software === 'object' &&
  data.software !== null;

/** The software a page belongs to, from the matches its head is given. */
export const softwareOf = (
  matches: readonly { routeId: string; loaderData?: unknown }[],
): Software | undefined => {
  const data = matches.find((match) => match.routeId === '/$soft')?.loaderData;
  return isSoftwareData(data) ? data.software : undefined;
};
