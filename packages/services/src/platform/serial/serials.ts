import type { BatchTable, Executor, Selectable, TemplateTable, Tx } from '@yunbiao/db';
import {
  type LabelData,
  computeLargestSerial,
  computeNextSerial,
  type SerialRule,
  getSerialPeriod,
  computeSerialIndexInBatch,
  formatSerial,
  type Template,
} from '@yunbiao/label';
import { createConflictError } from '../errors.ts';

/** Serial numbers of one field in one batch. */
export type AllocatedSerials = {
  field: string;
  rule: SerialRule;
  period: string;
  first: number;
  amount: number;
};

/** A range with its first and last number as printed. */
export const presentSerialRange = ({ field, rule, period, first, amount }: AllocatedSerials) => ({
  field,
  period,
  from: formatSerial(rule, first),
  to: formatSerial(rule, first + (amount - 1) * rule.step),
  count: amount,
});

type Counted = { field: string; label: string; rule: SerialRule };

export const listSerialFields = ({ fields }: Template): Counted[] =>
  fields.flatMap(({ name, label, serial }) =>
    serial === undefined ? [] : [{ field: name, label, rule: serial }],
  );

type Counter = { memberId: number; templateId: number; field: string; period: string };

const readLastSerialNumber = async (
  executor: Executor,
  { memberId, templateId, field, period }: Counter,
): Promise<number | null> => {
  const row = await executor
    .selectFrom('serial_counter')
    .select('last')
    .where('member_id', '=', memberId)
    .where('template_id', '=', templateId)
    .where('field', '=', field)
    .where('period', '=', period)
    .executeTakeFirst();
  return row?.last ?? null;
};

const storeLastSerialNumber = async (
  tx: Tx,
  counter: Counter,
  last: number,
  now: number,
): Promise<void> => {
  const { memberId, templateId, field, period } = counter;
  await tx
    .insertInto('serial_counter')
    .values({
      member_id: memberId,
      template_id: templateId,
      field,
      period,
      last,
      updated_at: now,
    })
    .onConflict((oc) =>
      oc
        .columns(['member_id', 'template_id', 'field', 'period'])
        .doUpdateSet({ last, updated_at: now }),
    )
    .execute();
};

/** Next number of each serial field. A concurrent batch may take it first. */
export const previewNextSerials = async (
  executor: Executor,
  {
    memberId,
    templateId,
    template,
    at,
  }: { memberId: number; templateId: number; template: Template; at: string },
): Promise<{ field: string; next: number }[]> => {
  const coming: { field: string; next: number }[] = [];
  for (const { field, rule } of listSerialFields(template)) {
    const period = getSerialPeriod(rule, at);
    const last = await readLastSerialNumber(executor, { memberId, templateId, field, period });
    coming.push({ field, next: computeNextSerial(rule, last) });
  }
  return coming;
};

/**
 * Allocates the numbers of a batch, one range per field, in the transaction that stores the batch:
 * a rollback returns them, and stored numbers are never assigned again. The caller holds the
 * member's lock, which serializes submissions.
 * @throws 409 when the rule has not enough numbers left
 */
export const allocateSerials = async (
  tx: Tx,
  {
    memberId,
    template: { id: templateId, content },
    rows,
    copies,
    at,
    now,
  }: {
    memberId: number;
    template: { id: number; content: Template };
    rows: number;
    copies: number;
    at: string;
    now: number;
  },
): Promise<AllocatedSerials[]> => {
  const takenSerials: AllocatedSerials[] = [];
  for (const { field, label, rule } of listSerialFields(content)) {
    const period = getSerialPeriod(rule, at);
    const counter = { memberId, templateId, field, period };
    const first = computeNextSerial(rule, await readLastSerialNumber(tx, counter));
    const amount = rule.perCopy ? rows * copies : rows;
    const last = first + (amount - 1) * rule.step;
    const largest = computeLargestSerial(rule);
    if (last > largest)
      throw createConflictError(
        `${label}的号不够了：最大到 ${formatSerial(rule, largest)}，这一批要到 ${formatSerial({ ...rule, width: 0 }, last)}`,
      );
    await storeLastSerialNumber(tx, counter, last, now);
    takenSerials.push({ field, rule, period, first, amount });
  }
  return takenSerials;
};

/** Records the number ranges of a batch for the gap report. */
export const recordSerialRanges = async (
  tx: Tx,
  batch: Selectable<BatchTable>,
  {
    templateId,
    taken: allocated,
    copies,
  }: {
    templateId: Selectable<TemplateTable>['id'];
    taken: readonly AllocatedSerials[];
    copies: number;
  },
): Promise<void> => {
  if (allocated.length === 0) return;
  await tx
    .insertInto('serial_range')
    .values(
      allocated.map(({ field, rule, period, first, amount }) => ({
        member_id: batch.member_id,
        template_id: templateId,
        batch_id: batch.id,
        field,
        period,
        rule: JSON.stringify(rule),
        first_number: first,
        amount,
        copies,
        per_copy: rule.perCopy ? 1 : 0,
      })),
    )
    .execute();
};

/** Serial numbers of one label by field, as printed. */
export const formatLabelSerials = (
  allocated: readonly AllocatedSerials[],
  label: { sequence: number; copy: number; copies: number },
): LabelData =>
  Object.fromEntries(
    allocated.map(({ field, rule, first }) => [
      field,
      formatSerial(rule, first + computeSerialIndexInBatch(rule, label) * rule.step),
    ]),
  );
