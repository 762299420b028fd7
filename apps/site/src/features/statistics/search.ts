import type { CallInput } from '@yunbiao/contract';
import {
  DETAIL_STATES,
  type DetailState,
  EVIDENCES,
  type Evidence,
  type Source,
  SOURCES,
} from '@yunbiao/contract/evidence';
import { subtractDays, countDays } from '../../kit/table/days.ts';
import {
  omitUnset,
  type RawSearch,
  readDates,
  readSearchId,
  readSearchChoice,
  readSearchText,
} from '../../kit/table/read-search.ts';

/** Filters in the URLs of both the statistics page and the details page. */
type Filters = {
  from?: string | undefined;
  to?: string | undefined;
  clientId?: string | undefined;
  printerId?: string | undefined;
  templateId?: string | undefined;
  source?: Source | undefined;
  q?: string | undefined;
};

/** URL parameters of the statistics page. Without range and dates: the last 30 days. */
export type StatSearch = Filters & { range?: 'today' | '7' | undefined; page?: number | undefined };

/** URL parameters of the details page. With a batch number it is the page of that batch. */
export type DetailSearch = Filters & {
  batchNo?: string | undefined;
  state?: DetailState | undefined;
  evidence?: Evidence | undefined;
  color?: string | undefined;
};

const parseStatFilters = (raw: RawSearch): Filters => ({
  ...readDates(raw),
  clientId: readSearchId(raw, 'clientId'),
  printerId: readSearchId(raw, 'printerId'),
  templateId: readSearchId(raw, 'templateId'),
  source: readSearchChoice(raw, 'source', SOURCES),
  q: readSearchText(raw, 'q'),
});

/** Parses the URL parameters of printStat; omits invalid values. */
export const readStatSearch = (raw: RawSearch): StatSearch => {
  const filters = parseStatFilters(raw);
  const page = Number(raw.page);
  const dated = filters.from !== undefined && filters.to !== undefined;
  return omitUnset({
    ...filters,
    from: dated ? filters.from : undefined,
    to: dated ? filters.to : undefined,
    range: dated ? undefined : readSearchChoice(raw, 'range', ['today', '7'] as const),
    page: Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined,
  });
};

export const readDetailSearch = (raw: RawSearch): DetailSearch =>
  omitUnset({
    ...parseStatFilters(raw),
    batchNo: readSearchText(raw, 'batchNo', 64),
    state: readSearchChoice(raw, 'state', DETAIL_STATES),
    evidence: readSearchChoice(raw, 'evidence', EVIDENCES),
    color: readSearchText(raw, 'color', 32),
  });

/** First and last day of the statistics, given the viewer's current day. */
export const getPeriod = (search: StatSearch, today: string): { from: string; to: string } => {
  if (search.from && search.to) return { from: search.from, to: search.to };
  const days = search.range === 'today' ? 1 : search.range === '7' ? 7 : 30;
  return { from: subtractDays(today, days - 1), to: today };
};

/**
 * Converts days to URL parameters. Today, the last 7 and the last 30 days become relative ranges,
 * so that a stored link follows the calendar.
 */
export const toDaySearch = (
  { from, to }: { from: string; to: string },
  today: string,
): Pick<StatSearch, 'from' | 'to' | 'range'> => {
  const days = to === today ? countDays(from, to) : 0;
  if (days === 1 || days === 7)
    return { from: undefined, to: undefined, range: days === 1 ? 'today' : '7' };
  return days === 30
    ? { from: undefined, to: undefined, range: undefined }
    : { from, to, range: undefined };
};

const toSharedFilterInput = ({ clientId, printerId, templateId, source }: Filters) =>
  omitUnset({ clientId, printerId, templateId, source });

export const toStatInput = (
  search: StatSearch,
  today: string,
  tz: string,
): CallInput<'printStat'> => ({
  ...getPeriod(search, today),
  tz,
  ...toSharedFilterInput(search),
});

/** Input of batchList without its page, and of the export. */
export const toBatchInput = (
  search: StatSearch,
  today: string,
  tz: string,
): CallInput<'printStatExport'> => ({
  ...toStatInput(search, today, tz),
  ...(search.q ? { q: search.q } : {}),
});

/** Input of detailList and of its export. */
export const toDetailInput = (search: DetailSearch, tz: string): CallInput<'detailExport'> => {
  const { from, to, batchNo, state, evidence, color, q } = search;
  return {
    ...omitUnset({ from, to, batchNo, state, evidence, color, q }),
    ...toSharedFilterInput(search),
    tz,
  };
};

/** URL parameters of the labels behind a figure of printStat. */
export const buildDetailSearch = (
  search: StatSearch,
  today: string,
  searchChange: Partial<DetailSearch>,
): DetailSearch =>
  omitUnset({ ...getPeriod(search, today), ...toSharedFilterInput(search), ...searchChange });

/** Returns true when a filter is set, apart from the batch number. */
export const hasStatFilter = (search: DetailSearch | StatSearch): boolean =>
  Object.entries(search).some(
    ([key, value]) => value !== undefined && key !== 'batchNo' && key !== 'page',
  );
