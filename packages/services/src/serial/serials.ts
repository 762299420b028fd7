import type { BatchTable, Executor, Selectable, TemplateTable, Tx } from '@yunbiao/db';
import {
  type LabelData,
  largestSerial,
  nextSerial,
  type SerialRule,
  serialPeriod,
  serialPlace,
  serialText,
  type Template,
} from '@yunbiao/label';
import { conflict } from '../errors.ts';

/** The numbers of one field in one batch. */
export type TakenSerial = {
  field: string;
  rule: SerialRule;
  period: string;
  first: number;
  amount: number;
};

type Counted = { field: string; label: string; rule: SerialRule };

export const countedFields = ({ fields }: Template): Counted[] =>
  fields.flatMap(({ name, label, serial }) =>
    serial === undefined ? [] : [{ field: name, label, rule: serial }],
  );

type Counter = { memberId: number; templateId: number; field: string; period: string };

const lastNumber = async (
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

const putLast = async (tx: Tx, counter: Counter, last: number, now: number): Promise<void> => {
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

/** The number each serial field would be given next; somebody else's batch may be there first. */
export const comingSerials = async (
  executor: Executor,
  {
    memberId,
    templateId,
    template,
    at,
  }: { memberId: number; templateId: number; template: Template; at: string },
): Promise<{ field: string; next: number }[]> => {
  const coming: { field: string; next: number }[] = [];
  for (const { field, rule } of countedFields(template)) {
    const period = serialPeriod(rule, at);
    const last = await lastNumber(executor, { memberId, templateId, field, period });
    coming.push({ field, next: nextSerial(rule, last) });
  }
  return coming;
};

/**
 * Takes the numbers of a batch, one stretch a field, in the transaction that stores it: what is rolled back was never
 * given, what is stored is never given again. The caller holds the member's lock, so two submissions take turns.
 * @throws 409 where the rule has no room for as many
 */
export const takeSerials = async (
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
): Promise<TakenSerial[]> => {
  const taken: TakenSerial[] = [];
  for (const { field, label, rule } of countedFields(content)) {
    const period = serialPeriod(rule, at);
    const counter = { memberId, templateId, field, period };
    const first = nextSerial(rule, await lastNumber(tx, counter));
    const amount = rule.perCopy ? rows * copies : rows;
    const last = first + (amount - 1) * rule.step;
    const largest = largestSerial(rule);
    if (last > largest)
      throw conflict(
        `${label}的号不够了：最大到 ${serialText(rule, largest)}，这一批要到 ${serialText({ ...rule, width: 0 }, last)}`,
      );
    await putLast(tx, counter, last, now);
    taken.push({ field, rule, period, first, amount });
  }
  return taken;
};

/** Which batch has which numbers, for the report of gaps. */
export const noteRanges = async (
  tx: Tx,
  batch: Selectable<BatchTable>,
  {
    templateId,
    taken,
    copies,
  }: {
    templateId: Selectable<TemplateTable>['id'];
    taken: readonly TakenSerial[];
    copies: number;
  },
): Promise<void> => {
  if (taken.length === 0) return;
  await tx
    .insertInto('serial_range')
    .values(
      taken.map(({ field, rule, period, first, amount }) => ({
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

/** The numbers of one label, by field, as it shows them. */
export const listSerials = (
  taken: readonly TakenSerial[],
  label: { sequence: number; copy: number; copies: number },
): LabelData =>
  Object.fromEntries(
    taken.map(({ field, rule, first }) => [
      field,
      serialText(rule, first + serialPlace(rule, label) * rule.step),
    ]),
  );
