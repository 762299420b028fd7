import { SOURCES } from '@yunbiao/contract';
import {
  type Executor,
  type ExpressionBuilder,
  createQueryCompiledOnce,
  type Schema,
  sql,
} from '@yunbiao/db';
import {
  ALL_PLACES,
  CHINA_OFFSET_QUARTERS,
  QUARTER_MS,
  type QUARTER_SUMS,
  QUARTERS_PER_DAY,
} from '../../label-state/rollups.ts';
import { type BatchFilter, type BatchValues, toBatchFilterValues, type Whose } from '../filters.ts';
import { DAY, splitAtClockChanges } from '../../../platform/time.ts';
import type { Period } from './period.ts';

type Sums = { printed: number; sent: number; labels: number };
/** Sums of labels of an hour or day, or part of one. `wall`: local time as from `shiftToLocalMs`. */
export type LocalTimeSums = Sums & { wall: number };

/** Filter on rollup rows. `start` (inclusive) and `end` (exclusive) are quarter hours since 1970 UTC. */
export type RollupFilter = BatchValues & { start: number; end: number };

/** Rollup filter of a request; the period in quarter hours. */
export const toRollupFilter = (
  owner: Whose,
  filter: BatchFilter,
  { start, end }: Pick<Period, 'start' | 'end'>,
): RollupFilter => {
  const bounds = { start: start / QUARTER_MS, end: end / QUARTER_MS };
  return { ...toBatchFilterValues(owner, filter, bounds), ...bounds };
};

/** Filter on daily rows of Chinese days from `first` to `last`, `last` exclusive. */
const toDailyRowFilter = (values: RollupFilter, first: number, last: number): RollupFilter => ({
  ...values,
  start: 1 - last,
  end: 1 - first,
});

/**
 * Splits a filter to read as few rows as possible: daily rows for whole days, quarter hours before
 * and after them.
 */
export const splitFilterIntoDays = (values: RollupFilter): RollupFilter[] => {
  const { start, end } = values;
  const first = Math.ceil((start + CHINA_OFFSET_QUARTERS) / QUARTERS_PER_DAY);
  const last = Math.floor((end + CHINA_OFFSET_QUARTERS) / QUARTERS_PER_DAY);
  if (first >= last) return [values];
  const parts = [
    { ...values, end: first * QUARTERS_PER_DAY - CHINA_OFFSET_QUARTERS },
    toDailyRowFilter(values, first, last),
    { ...values, start: last * QUARTERS_PER_DAY - CHINA_OFFSET_QUARTERS },
  ];
  return parts.filter((part) => part.start < part.end);
};

/** Conditions on member, software, period and place. */
const buildRollupConditions = (
  eb: ExpressionBuilder<Schema, 'batch_quarter'>,
  values: BatchValues,
) => {
  const { memberId, softwareId, start, end, clientId, printerId, templateId } = values;
  return eb.and([
    eb('member_id', '=', memberId),
    ...(softwareId === undefined ? [] : [eb('software_id', '=', softwareId)]),
    ...(start === undefined ? [] : [eb('quarter', '>=', start)]),
    ...(end === undefined ? [] : [eb('quarter', '<', end)]),
    ...(clientId === undefined ? [] : [eb('client_id', '=', clientId)]),
    ...(printerId === undefined ? [] : [eb('printer_id', '=', printerId)]),
    ...(templateId === undefined ? [] : [eb('template_id', '=', templateId)]),
  ]);
};

/**
 * Selects the rollup level: without a place filter the rows over all places, otherwise those per
 * place.
 */
const buildLevelCondition = (
  eb: ExpressionBuilder<Schema, 'batch_quarter'>,
  { clientId, printerId, templateId, source }: BatchValues,
) => {
  if (source !== undefined) return eb('source', '=', source);
  const isFiltered = [clientId, printerId, templateId].some((value) => value !== undefined);
  return isFiltered ? eb('source', 'in', SOURCES) : eb('source', '=', ALL_PLACES);
};

/** Condition for the coarsest rows that answer the filter. */
export const buildSumsCondition = (
  eb: ExpressionBuilder<Schema, 'batch_quarter'>,
  values: BatchValues,
) => eb.and([buildRollupConditions(eb, values), buildLevelCondition(eb, values)]);

/** Condition for the finest rows: per printer, client, template and source. */
export const buildFinestRollupCondition = (
  eb: ExpressionBuilder<Schema, 'batch_quarter'>,
  values: BatchValues,
) =>
  eb.and([
    buildRollupConditions(eb, values),
    values.source === undefined ? eb('source', 'in', SOURCES) : eb('source', '=', values.source),
  ]);

/**
 * PostgreSQL sums 64-bit integers to a decimal, which the driver returns as text; the cast avoids
 * that.
 */
export const selectColumnSum = (column: (typeof QUARTER_SUMS)[number]) =>
  sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`.as(column);

/** Groups quarter hours into units of `each`; adding `ahead` aligns the units with local time. */
type GroupedFilter = BatchValues & { ahead: number; each: number };

const selectGroupedSums = createQueryCompiledOnce((db, values: GroupedFilter) =>
  db
    .selectFrom('batch_quarter')
    .where((eb) => buildSumsCondition(eb, values))
    .select([
      // A bound parameter may not be an integer for the database; the quotient is never negative,
      // so the cast rounds down.
      sql<number>`cast((quarter + ${values.ahead}) / ${values.each} as integer)`.as('piece'),
      ...(['printed', 'sent', 'labels'] as const).map(selectColumnSum),
    ])
    .groupBy(sql`piece`),
);

const selectDays = createQueryCompiledOnce((db, values: BatchValues) =>
  db
    .selectFrom('batch_quarter')
    .where((eb) => buildSumsCondition(eb, values))
    .select([
      sql<number>`-quarter`.as('piece'),
      ...(['printed', 'sent', 'labels'] as const).map(selectColumnSum),
    ])
    .groupBy('quarter'),
);

/**
 * Sums by local time in the zone, in no order. `unit`: a day or an hour, ms. A unit appears more
 * than once when the zone's offset changes within the period. The database groups quarter hours;
 * Chinese days are stored as daily rows.
 */
export const readLocalTimeSums = async (
  executor: Executor,
  values: RollupFilter,
  { tz, unit }: { tz: string; unit: number },
): Promise<LocalTimeSums[]> => {
  const quartersPerUnit = unit / QUARTER_MS;
  const allSums: LocalTimeSums[] = [];
  const addLocalTimeSums = (rows: readonly (Sums & { piece: number })[]): void => {
    for (const { piece, ...sums } of rows) allSums.push({ ...sums, wall: piece * unit });
  };
  for (const stretch of splitAtClockChanges(
    values.start * QUARTER_MS,
    values.end * QUARTER_MS,
    tz,
  )) {
    const [start, end, offsetQuarters] = [
      stretch.start / QUARTER_MS,
      stretch.end / QUARTER_MS,
      stretch.offset / QUARTER_MS,
    ];
    const [first, last] = [
      (start + offsetQuarters) / quartersPerUnit,
      (end + offsetQuarters) / quartersPerUnit,
    ];
    const isWhole = Number.isInteger(first) && Number.isInteger(last);
    if (unit === DAY && offsetQuarters === CHINA_OFFSET_QUARTERS && isWhole)
      addLocalTimeSums(await selectDays(executor, toDailyRowFilter(values, first, last)));
    else
      addLocalTimeSums(
        await selectGroupedSums(executor, {
          ...values,
          start,
          end,
          ahead: offsetQuarters,
          each: quartersPerUnit,
        }),
      );
  }
  return allSums;
};
