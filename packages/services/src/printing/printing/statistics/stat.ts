import { type CallOutput, type CallParsed, SOURCES } from '@yunbiao/contract';
import { type Executor, createQueryCompiledOnce } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { createEmptyCounts } from '../../label-state/batch-counts.ts';
import { ALL_TIME, QUARTER_SUMS } from '../../label-state/rollups.ts';
import { DAY } from '../../../platform/time.ts';
import { type BatchValues, toBatchFilterValues, type Whose } from '../filters.ts';
import { listDays, type Period, getPeriodBefore, parseStatisticsPeriod } from './period.ts';
import {
  type RollupFilter,
  buildSumsCondition,
  splitFilterIntoDays,
  selectColumnSum,
  toRollupFilter,
  type LocalTimeSums,
  readLocalTimeSums,
} from './rollup-sums.ts';

type Stat = CallOutput<'printStat'>;
type Totals = Stat['totals'];

type Day = { printed: number; sent: number; labels: number };

const selectSums = createQueryCompiledOnce((db, values: BatchValues) =>
  db
    .selectFrom('batch_quarter')
    .where((eb) => buildSumsCondition(eb, values))
    .select(QUARTER_SUMS.map(selectColumnSum)),
);

const sumTotalsOfPeriod = async (executor: Executor, values: RollupFilter): Promise<Totals> => {
  const totals = { batches: 0, labels: 0, ...createEmptyCounts() };
  for (const part of splitFilterIntoDays(values)) {
    const [row] = await selectSums(executor, part);
    if (row) for (const sum of QUARTER_SUMS) totals[sum] += row[sum];
  }
  return totals;
};

const sumLabelsByDay = (sums: readonly LocalTimeSums[], period: Period): Day[] => {
  const first = Date.parse(`${period.from}T00:00:00Z`) / DAY;
  const days = Array.from({ length: period.length }, () => ({ printed: 0, sent: 0, labels: 0 }));
  for (const { wall, printed, sent, labels } of sums) {
    const day = days[Math.floor(wall / DAY) - first];
    if (!day) continue;
    day.printed += printed;
    day.sent += sent;
    day.labels += labels;
  }
  return days;
};

const selectMachines = createQueryCompiledOnce((db, values: BatchValues) =>
  db
    .selectFrom('batch_quarter')
    .where('member_id', '=', values.memberId)
    .where('source', 'in', SOURCES)
    .where('quarter', '=', ALL_TIME)
    .$if(values.softwareId !== undefined, (query) =>
      query.where('software_id', '=', values.softwareId ?? 0),
    )
    .select((eb) => [
      ...(['client_id', 'printer_id', 'template_id'] as const),
      eb.fn.max('client_name').as('client_name'),
      eb.fn.max('printer_name').as('printer_name'),
      eb.fn.max('template_name').as('template_name'),
    ])
    .groupBy(['client_id', 'printer_id', 'template_id']),
);

type Choice = { id: string; name: string };
type Named = { id: number; name: string };

const compareTextByCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Distinct choices. The name that sorts last represents an id with several names. */
const listDistinctFilterChoices = (rows: readonly Named[]): Choice[] => {
  const names = new Map<number, string>();
  for (const { id, name } of rows)
    if (id !== 0 && name >= (names.get(id) ?? '')) names.set(id, name);
  return [...names]
    .map(([id, name]) => ({ id: String(id), name }))
    .sort((a, b) => compareTextByCodeUnits(a.name, b.name));
};

/** Choices of the filters: everything the member has printed with. */
const getFilterOptions = async (executor: Executor, owner: Whose): Promise<Stat['options']> => {
  const rows = await selectMachines(executor, toBatchFilterValues(owner, {}, {}));
  return {
    clients: listDistinctFilterChoices(
      rows.map((row) => ({ id: row.client_id, name: row.client_name })),
    ),
    printers: listDistinctFilterChoices(
      rows.map((row) => ({ id: row.printer_id, name: row.printer_name })),
    ),
    templates: listDistinctFilterChoices(
      rows.map((row) => ({ id: row.template_id, name: row.template_name })),
    ),
  };
};

const NO_DAY: Day = { printed: 0, sent: 0, labels: 0 };

const buildDailyStatistics = (days: readonly Day[], earlier: readonly Day[], period: Period) =>
  listDays(period).map((day, at) => ({
    day,
    ...(days[at] ?? NO_DAY),
    previous: (earlier[at] ?? NO_DAY).labels,
  }));

/**
 * Labels and batches per day in the viewer's zone, with the preceding period of the same length.
 * @throws 400
 */
export const getPrintStatistics = async ({
  ctx,
  whose,
  input,
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'printStat'>;
}): Promise<Stat> => {
  const { kysely } = ctx.db;
  const period = parseStatisticsPeriod(input, ctx.now());
  const before = getPeriodBefore(period, input.tz);
  // The two periods are adjacent, so one query reads both.
  const bothPeriods = await readLocalTimeSums(
    kysely,
    toRollupFilter(whose, input, { start: before.start, end: period.end }),
    { tz: input.tz, unit: DAY },
  );
  return {
    from: period.from,
    to: period.to,
    totals: await sumTotalsOfPeriod(kysely, toRollupFilter(whose, input, period)),
    previous: await sumTotalsOfPeriod(kysely, toRollupFilter(whose, input, before)),
    days: buildDailyStatistics(
      sumLabelsByDay(bothPeriods, period),
      sumLabelsByDay(bothPeriods, before),
      period,
    ),
    options: await getFilterOptions(kysely, whose),
  };
};
