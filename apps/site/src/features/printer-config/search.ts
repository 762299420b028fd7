import { getSearchText } from '../../kit/site/search.ts';

/**
 * Address: the list with its text filter, one configuration (`id`), or a new one (`new=1`, for
 * `printer`).
 */
export type ConfigSearch = {
  q?: string | undefined;
  id?: string | undefined;
  new?: string | undefined;
  printer?: string | undefined;
  /** `1`: opens the calibration. */
  calibrate?: string | undefined;
};

const KEYS = ['q', 'id', 'new', 'printer', 'calibrate'] as const;

export const parseConfigSearch = (search: Record<string, unknown>): ConfigSearch =>
  Object.fromEntries(
    KEYS.flatMap((key) => (getSearchText(search, key) ? [[key, getSearchText(search, key)]] : [])),
  );
