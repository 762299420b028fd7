/**
 * Search values stay strings, without JSON. Empty values are removed on parsing and on writing, so
 * that server and browser have the same search.
 */
export const parseSearch = (search: string): Record<string, string> => {
  const out: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(search)) if (value !== '') out[key] = value;
  return out;
};

export const stringifySearch = (search: Record<string, unknown>): string => {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue;
    params.set(key, String(value as string | number | boolean));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
};

/** Returns the non-empty string under `key`. */
export const getSearchText = (search: Record<string, unknown>, key: string): string | undefined => {
  const value = search[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Returns the non-empty strings under `keys`. */
export const pickSearchTexts = <K extends string>(
  search: Record<string, unknown>,
  ...keys: K[]
): { [P in K]?: string } => {
  const out: { [P in K]?: string } = {};
  for (const key of keys) {
    const value = getSearchText(search, key);
    if (value !== undefined) out[key] = value;
  }
  return out;
};
