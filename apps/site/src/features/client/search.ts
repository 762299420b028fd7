import { getSearchText } from '../../kit/site/search.ts';
import type { ClientFilter } from './filter.ts';

/**
 * Address of the page: filters and the pairing dialog (`pair=1`, or `code=` from the agent link).
 */
export type AuthSearch = ClientFilter & { pair?: string | undefined; code?: string | undefined };

const KEYS = ['state', 'group', 'q', 'pair', 'code'] as const;

export const parseClientPageSearch = (search: Record<string, unknown>): AuthSearch =>
  Object.fromEntries(
    KEYS.flatMap((key) => (getSearchText(search, key) ? [[key, getSearchText(search, key)]] : [])),
  );
