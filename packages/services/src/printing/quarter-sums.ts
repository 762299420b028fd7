import { SOURCES } from '@yunbiao/contract';
import { type ExpressionBuilder, prepared, type Schema, sql } from '@yunbiao/db';
import { ALL_PLACES, QUARTER_MS, type QUARTER_SUMS } from '../label-state/quarters.ts';
import { type BatchFilter, type BatchValues, batchValues, type Whose } from './filters.ts';
import type { Period } from './period.ts';

/** Labels of a quarter of an hour. */
export type Quarter = { quarter: number; printed: number; sent: number; labels: number };

/** What the filters ask of the sums; the period in quarters of an hour. */
export const valuesOf = (
  whose: Whose,
  filter: BatchFilter,
  { start, end }: Pick<Period, 'start' | 'end'>,
): BatchValues => batchValues(whose, filter, { start: start / QUARTER_MS, end: end / QUARTER_MS });

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

/** Sums by quarter of an hour, in no order. */
export const quarters = prepared((db, values: BatchValues) =>
  db
    .selectFrom('batch_quarter')
    .where((eb) => askedSums(eb, values))
    .select(['quarter', ...(['printed', 'sent', 'labels'] as const).map(total)])
    .groupBy('quarter'),
);
