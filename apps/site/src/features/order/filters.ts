import type { CallInput } from '@yunbiao/contract';
import {
  compact,
  type RawSearch,
  readDates,
  readOneOf,
  readText,
} from '../../kit/table/read-search.ts';

/** States in the words of a choice: how each order stands says more. */
export const STATES = [
  { value: 'pending', label: '待付款' },
  { value: 'paid', label: '已付款' },
  { value: 'refunding', label: '正在退款' },
  { value: 'refunded', label: '已退款' },
  { value: 'closed', label: '已关闭' },
] as const;

type State = (typeof STATES)[number]['value'];

/** Which orders are listed, as the address says. */
export type OrderFilters = {
  state?: State | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
};

const VALUES = STATES.map(({ value }) => value);

/** The address as filters; malformed values are left out. */
export const readFilters = (raw: RawSearch): OrderFilters =>
  compact({ ...readDates(raw), state: readOneOf(raw, 'state', VALUES), q: readText(raw, 'q') });

export const isFiltered = (filters: OrderFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

/** Input of orderList and of the export. */
export const toInput = (filters: OrderFilters, tz: string): CallInput<'orderExport'> => ({
  ...compact(filters),
  tz,
});
