import { searchText } from '../../kit/site/search.ts';
import type { ClientFilter } from './filter.ts';

/** The address of the page: its filters, and the pairing dialog (`pair=1`, or `code=` from the agent's link). */
export type AuthSearch = ClientFilter & { pair?: string | undefined; code?: string | undefined };

const KEYS = ['state', 'group', 'q', 'pair', 'code'] as const;

export const authSearch = (search: Record<string, unknown>): AuthSearch =>
  Object.fromEntries(
    KEYS.flatMap((key) => (searchText(search, key) ? [[key, searchText(search, key)]] : [])),
  );
