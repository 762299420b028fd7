import type { CallInput } from '@yunbiao/contract';
import { ORDER_STATE_CHOICES } from '@yunbiao/contract/order-words';
import {
  compact,
  type RawSearch,
  readDates,
  readSingle,
  readText,
} from '../../kit/table/read-search.ts';

const VALUES = ['pending', 'paid', 'refunding', 'refunded', 'closed'] as const;

type State = (typeof VALUES)[number];

/** States to choose from, in the words of the list. */
export const STATES = VALUES.map((value) => ({ value, label: ORDER_STATE_CHOICES[value] }));

/** Which orders are listed, as the address says. */
export type OrderFilters = {
  state?: State | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
};

/** The address as filters; malformed values are left out. */
export const readFilters = (raw: RawSearch): OrderFilters =>
  compact({ ...readDates(raw), state: readSingle(raw, 'state', VALUES), q: readText(raw, 'q') });

export const isFiltered = (filters: OrderFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

/** Input of orderList and of the export. */
export const toInput = (filters: OrderFilters, tz: string): CallInput<'orderExport'> => ({
  ...compact(filters),
  tz,
});
