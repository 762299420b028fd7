import type { CallInput } from '@yunbiao/contract';
import {
  DETAIL_STATES,
  type DetailState,
  EVIDENCES,
  type Evidence,
  type Source,
  SOURCES,
} from '@yunbiao/contract/evidence';
import { dayBefore, daysBetween } from '../../kit/table/days.ts';
import {
  compact,
  type RawSearch,
  readDates,
  readId,
  readSingle,
  readText,
} from '../../kit/table/read-search.ts';

/** What printStat and printStatDetail have in common. */
type Filters = {
  from?: string | undefined;
  to?: string | undefined;
  clientId?: string | undefined;
  printerId?: string | undefined;
  templateId?: string | undefined;
  source?: Source | undefined;
  q?: string | undefined;
};

/** Search of printStat. No range and no dates: the last 30 days. */
export type StatSearch = Filters & { range?: 'today' | '7' | undefined; page?: number | undefined };

/** Search of printStatDetail; with a batch number it is that batch's page. */
export type DetailSearch = Filters & {
  batchNo?: string | undefined;
  state?: DetailState | undefined;
  evidence?: Evidence | undefined;
  color?: string | undefined;
};

const listFilters = (raw: RawSearch): Filters => ({
  ...readDates(raw),
  clientId: readId(raw, 'clientId'),
  printerId: readId(raw, 'printerId'),
  templateId: readId(raw, 'templateId'),
  source: readSingle(raw, 'source', SOURCES),
  q: readText(raw, 'q'),
});

/** The address of printStat as filters; what is not in order is left out. */
export const readStatSearch = (raw: RawSearch): StatSearch => {
  const filters = listFilters(raw);
  const page = Number(raw.page);
  const dated = filters.from !== undefined && filters.to !== undefined;
  return compact({
    ...filters,
    from: dated ? filters.from : undefined,
    to: dated ? filters.to : undefined,
    range: dated ? undefined : readSingle(raw, 'range', ['today', '7'] as const),
    page: Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined,
  });
};

export const readDetailSearch = (raw: RawSearch): DetailSearch =>
  compact({
    ...listFilters(raw),
    batchNo: readText(raw, 'batchNo', 64),
    state: readSingle(raw, 'state', DETAIL_STATES),
    evidence: readSingle(raw, 'evidence', EVIDENCES),
    color: readText(raw, 'color', 32),
  });

/** First and last day the statistics cover, given the viewer's today. */
export const getPeriod = (search: StatSearch, today: string): { from: string; to: string } => {
  if (search.from && search.to) return { from: search.from, to: search.to };
  const days = search.range === 'today' ? 1 : search.range === '7' ? 7 : 30;
  return { from: dayBefore(today, days - 1), to: today };
};

/** The days as the address keeps them: today and the last so many days move on with the calendar. */
export const searchFor = (
  { from, to }: { from: string; to: string },
  today: string,
): Pick<StatSearch, 'from' | 'to' | 'range'> => {
  const days = to === today ? daysBetween(from, to) : 0;
  if (days === 1 || days === 7)
    return { from: undefined, to: undefined, range: days === 1 ? 'today' : '7' };
  return days === 30
    ? { from: undefined, to: undefined, range: undefined }
    : { from, to, range: undefined };
};

const shared = ({ clientId, printerId, templateId, source }: Filters) =>
  compact({ clientId, printerId, templateId, source });

/** Input of printStat. */
export const statInput = (
  search: StatSearch,
  today: string,
  tz: string,
): CallInput<'printStat'> => ({
  ...getPeriod(search, today),
  tz,
  ...shared(search),
});

/** Input of batchList, and without the page of the export. */
export const batchInput = (
  search: StatSearch,
  today: string,
  tz: string,
): CallInput<'printStatExport'> => ({
  ...statInput(search, today, tz),
  ...(search.q ? { q: search.q } : {}),
});

/** Input of detailList and its export. */
export const detailInput = (search: DetailSearch, tz: string): CallInput<'detailExport'> => {
  const { from, to, batchNo, state, evidence, color, q } = search;
  return { ...compact({ from, to, batchNo, state, evidence, color, q }), ...shared(search), tz };
};

/** The labels behind a figure of printStat. */
export const getDetailSearch = (
  search: StatSearch,
  today: string,
  more: Partial<DetailSearch>,
): DetailSearch => compact({ ...getPeriod(search, today), ...shared(search), ...more });

/** How many filters are set beside those of the batch itself. */
export const isFiltered = (search: DetailSearch | StatSearch): boolean =>
  Object.entries(search).some(
    ([key, value]) => value !== undefined && key !== 'batchNo' && key !== 'page',
  );
