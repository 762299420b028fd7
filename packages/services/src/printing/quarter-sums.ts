import { SOURCES } from '@yunbiao/contract';
import { type Executor, type ExpressionBuilder, prepared, type Schema, sql } from '@yunbiao/db';
import {
  ALL_PLACES,
  DAY_AHEAD,
  QUARTER_MS,
  type QUARTER_SUMS,
  QUARTERS_A_DAY,
} from '../label-state/quarters.ts';
import { type BatchFilter, type BatchValues, batchValues, type Whose } from './filters.ts';
import { DAY, steadyStretches } from '../time.ts';
import type { Period } from './period.ts';

type Sums = { printed: number; sent: number; labels: number };
/** Labels of an hour or a day, or of a part of one; `wall`: what clocks show in it, as `wallMs` says it. */
export type WallSums = Sums & { wall: number };

/** What is asked of the sums, and of which rows: `start` and `end` are what `quarter` is. */
export type Asked = BatchValues & { start: number; end: number };

/** What the filters ask of the sums; the period in quarters of an hour. */
export const listValues = (
  whose: Whose,
  filter: BatchFilter,
  { start, end }: Pick<Period, 'start' | 'end'>,
): Asked => {
  const bounds = { start: start / QUARTER_MS, end: end / QUARTER_MS };
  return { ...batchValues(whose, filter, bounds), ...bounds };
};

/** Rows of days of China from `first` on, `last` not included. */
const daysFrom = (values: Asked, first: number, last: number): Asked => ({
  ...values,
  start: 1 - last,
  end: 1 - first,
});

/** The same in as few rows as it can be: days as far as they are whole, what lies before and behind in quarters. */
export const inDays = (values: Asked): Asked[] => {
  const { start, end } = values;
  const first = Math.ceil((start + DAY_AHEAD) / QUARTERS_A_DAY);
  const last = Math.floor((end + DAY_AHEAD) / QUARTERS_A_DAY);
  if (first >= last) return [values];
  const parts = [
    { ...values, end: first * QUARTERS_A_DAY - DAY_AHEAD },
    daysFrom(values, first, last),
    { ...values, start: last * QUARTERS_A_DAY - DAY_AHEAD },
  ];
  return parts.filter((part) => part.start < part.end);
};

/** Whose, when and where. */
const conditions = (eb: ExpressionBuilder<Schema, 'batch_quarter'>, values: BatchValues) => {
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

/** Without a filter the sums of all places do; with one, those of each. */
const getLevel = (
  eb: ExpressionBuilder<Schema, 'batch_quarter'>,
  { clientId, printerId, templateId, source }: BatchValues,
) => {
  if (source !== undefined) return eb('source', '=', source);
  const isFiltered = [clientId, printerId, templateId].some((value) => value !== undefined);
  return isFiltered ? eb('source', 'in', SOURCES) : eb('source', '=', ALL_PLACES);
};

/** The rows that together say what is asked for, as coarse as they may be. */
export const askedSums = (eb: ExpressionBuilder<Schema, 'batch_quarter'>, values: BatchValues) =>
  eb.and([conditions(eb, values), getLevel(eb, values)]);

/** The same by printer, client, template and source. */
export const placeSums = (eb: ExpressionBuilder<Schema, 'batch_quarter'>, values: BatchValues) =>
  eb.and([
    conditions(eb, values),
    values.source === undefined ? eb('source', 'in', SOURCES) : eb('source', '=', values.source),
  ]);

/** PostgreSQL adds 64-bit numbers up to a decimal, which travels as text. */
export const total = (column: (typeof QUARTER_SUMS)[number]) =>
  sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`.as(column);

/** Quarters of an hour put together: `each` so many, counted from where `ahead` more of them begins a day. */
type Pieces = BatchValues & { ahead: number; each: number };

const pieces = prepared((db, values: Pieces) =>
  db
    .selectFrom('batch_quarter')
    .where((eb) => askedSums(eb, values))
    .select([
      // What is bound may be no integer to the engine; the quotient is never negative.
      sql<number>`cast((quarter + ${values.ahead}) / ${values.each} as integer)`.as('piece'),
      ...(['printed', 'sent', 'labels'] as const).map(total),
    ])
    .groupBy(sql`piece`),
);

const days = prepared((db, values: BatchValues) =>
  db
    .selectFrom('batch_quarter')
    .where((eb) => askedSums(eb, values))
    .select([
      sql<number>`-quarter`.as('piece'),
      ...(['printed', 'sent', 'labels'] as const).map(total),
    ])
    .groupBy('quarter'),
);

/**
 * Sums by what clocks of the zone show, in no order: by `unit`, a day or an hour in ms, more than once where clocks change
 * meanwhile. The database puts quarters of an hour together; days of China are there as they are.
 */
export const wallSums = async (
  executor: Executor,
  values: Asked,
  { tz, unit }: { tz: string; unit: number },
): Promise<WallSums[]> => {
  const each = unit / QUARTER_MS;
  const all: WallSums[] = [];
  const add = (rows: readonly (Sums & { piece: number })[]): void => {
    for (const { piece, ...sums } of rows) all.push({ ...sums, wall: piece * unit });
  };
  for (const stretch of steadyStretches(values.start * QUARTER_MS, values.end * QUARTER_MS, tz)) {
    const [start, end, ahead] = [
      stretch.start / QUARTER_MS,
      stretch.end / QUARTER_MS,
      stretch.offset / QUARTER_MS,
    ];
    const [first, last] = [(start + ahead) / each, (end + ahead) / each];
    const isWhole = Number.isInteger(first) && Number.isInteger(last);
    if (unit === DAY && ahead === DAY_AHEAD && isWhole)
      add(await days(executor, daysFrom(values, first, last)));
    else add(await pieces(executor, { ...values, start, end, ahead, each }));
  }
  return all;
};
