import { SOURCES } from '@yunbiao/contract';
import { type Executor, type ExpressionBuilder, prepared, type Schema, sql } from '@yunbiao/db';
import { ALL_PLACES, QUARTER_MS, type QUARTER_SUMS } from '../label-state/quarters.ts';
import { type BatchFilter, type BatchValues, batchValues, type Whose } from './filters.ts';
import { steadyOffset, wallMs } from '../time.ts';
import type { Period } from './period.ts';

type Sums = { printed: number; sent: number; labels: number };
/** Labels of an hour or a day, or of a part of one; `wall`: what clocks show in it, as `wallMs` says it. */
export type WallSums = Sums & { wall: number };

/** What the filters ask of the sums; the period in quarters of an hour. */
export const valuesOf = (
  whose: Whose,
  filter: BatchFilter,
  { start, end }: Pick<Period, 'start' | 'end'>,
): BatchValues & { start: number; end: number } => {
  const bounds = { start: start / QUARTER_MS, end: end / QUARTER_MS };
  return { ...batchValues(whose, filter, bounds), ...bounds };
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
const levelOf = (
  eb: ExpressionBuilder<Schema, 'batch_quarter'>,
  { clientId, printerId, templateId, source }: BatchValues,
) => {
  if (source !== undefined) return eb('source', '=', source);
  const isFiltered = [clientId, printerId, templateId].some((value) => value !== undefined);
  return isFiltered ? eb('source', 'in', SOURCES) : eb('source', '=', ALL_PLACES);
};

/** The rows that together say what is asked for, as coarse as they may be. */
export const askedSums = (eb: ExpressionBuilder<Schema, 'batch_quarter'>, values: BatchValues) =>
  eb.and([conditions(eb, values), levelOf(eb, values)]);

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

/**
 * Sums by what clocks of the zone show, in no order: by `unit`, a day or an hour in ms, where the database can put quarters of
 * an hour together, and quarter by quarter where clocks change meanwhile.
 */
export const wallSums = async (
  executor: Executor,
  values: BatchValues & { start: number; end: number },
  { tz, unit }: { tz: string; unit: number },
): Promise<WallSums[]> => {
  const offset = steadyOffset(values.start * QUARTER_MS, values.end * QUARTER_MS, tz);
  const each = offset === null ? 1 : unit / QUARTER_MS;
  const ahead = (offset ?? 0) / QUARTER_MS;
  const rows = await pieces(executor, { ...values, ahead, each });
  return rows.map(({ piece, ...sums }) => ({
    ...sums,
    wall: offset === null ? wallMs(piece * QUARTER_MS, tz) : piece * unit,
  }));
};
