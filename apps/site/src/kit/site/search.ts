/**
 * Search strings stay strings: no JSON in addresses, and an address typed by hand means what it says. An empty value is
 * no value, on the way in as on the way out: server and browser must see one search.
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

/** The string under `key`, when there is one. */
export const searchText = (search: Record<string, unknown>, key: string): string | undefined => {
  const value = search[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The strings under `keys`, as far as there are any. */
export const searchTexts = <K extends string>(
  search: Record<string, unknown>,
  ...keys: K[]
): { [P in K]?: string } => {
  const out: { [P in K]?: string } = {};
  for (const key of keys) {
    const value = searchText(search, key);
    if (value !== undefined) out[key] = value;
  }
  return out;
};
