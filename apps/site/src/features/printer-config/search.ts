import { searchText } from '../../kit/site/search.ts';

/** The list with its words, one configuration (`id`), or a new one (`new=1`, for `printer`). */
export type ConfigSearch = {
  q?: string | undefined;
  id?: string | undefined;
  new?: string | undefined;
  printer?: string | undefined;
  /** `1`: opened to be calibrated. */
  calibrate?: string | undefined;
};

const KEYS = ['q', 'id', 'new', 'printer', 'calibrate'] as const;

export const configSearch = (search: Record<string, unknown>): ConfigSearch =>
  Object.fromEntries(
    KEYS.flatMap((key) => (searchText(search, key) ? [[key, searchText(search, key)]] : [])),
  );
