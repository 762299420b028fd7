import type { CallInput } from '@yunbiao/contract';
import { ORDER_STATE_CHOICES } from '@yunbiao/contract/api/order-labels';
import {
  omitUnset,
  type RawSearch,
  readDates,
  readSearchChoice,
  readSearchText,
} from '../../kit/table/read-search.ts';

const VALUES = ['pending', 'paid', 'refunding', 'refunded', 'closed'] as const;

type State = (typeof VALUES)[number];

/** Order states for the filter, with labels of the list. */
export const STATES = VALUES.map((value) => ({ value, label: ORDER_STATE_CHOICES[value] }));

/** Filters of the order list, stored in the address. */
export type OrderFilters = {
  state?: State | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
};

/** Parses the filters of an address. Ignores malformed values. */
export const parseOrderFilters = (raw: RawSearch): OrderFilters =>
  omitUnset({
    ...readDates(raw),
    state: readSearchChoice(raw, 'state', VALUES),
    q: readSearchText(raw, 'q'),
  });

export const hasOrderFilter = (filters: OrderFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

/** Input of orderList and of the export. */
export const buildOrderListInput = (
  filters: OrderFilters,
  tz: string,
): CallInput<'orderExport'> => ({
  ...omitUnset(filters),
  tz,
});
