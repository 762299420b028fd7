import { type Executor, sql } from '@yunbiao/db';
import { type SerialRule, computeSerialIndexInBatch, formatSerial } from '@yunbiao/label';

/** Consecutive numbers that were assigned to a batch and not printed. */
export type SerialGap = {
  field: string;
  /** Period of the rule's reset: a day, a month, a year, or '' for all time. */
  period: string;
  /** First and last number as printed on the labels; equal for a single number. */
  from: string;
  to: string;
  count: number;
  batchNo: string;
  /**
   * `waiting`: may still be printed. `uncertain`: the member has to check. `lost`: is not printed
   * without a reprint.
   */
  state: 'waiting' | 'uncertain' | 'lost';
};

/** Maximum number of numbers examined, newest first. */
const MAX_NUMBERS = 5000;

const PRINTED_STATES = sql.join(['sent', 'printed'].map((state) => sql.lit(state)));
const WAITING_STATES = sql.join(['queued', 'sending'].map((state) => sql.lit(state)));

type Whose = { memberId: number; templateId: number };

/** Columns that identify a number. */
const NUMBER_COLUMNS = [
  'serial_range.id',
  'serial_range.field',
  'serial_range.period',
  'serial_range.rule',
  'serial_range.first_number',
  'serial_range.copies',
  'batch.batch_no',
  'detail.sequence',
] as const;

/** Numbers without a printed label. Copies with the same number count once. */
const selectNumbersWithoutPrintedLabel = (executor: Executor, { memberId, templateId }: Whose) => {
  const ownCopy = sql<number>`case when serial_range.per_copy = 1 then detail.copy else 1 end`;
  return executor
    .selectFrom('serial_range')
    .innerJoin('batch', 'batch.id', 'serial_range.batch_id')
    .innerJoin('detail', 'detail.batch_id', 'serial_range.batch_id')
    .select([
      ...NUMBER_COLUMNS,
      ownCopy.as('copy'),
      sql<number>`max(case when detail.state = 'uncertain' then 1 else 0 end)`.as('uncertain'),
      sql<number>`max(case when detail.state in (${WAITING_STATES}) then 1 else 0 end)`.as(
        'waiting',
      ),
    ])
    .where('serial_range.member_id', '=', memberId)
    .where('serial_range.template_id', '=', templateId)
    .groupBy([...NUMBER_COLUMNS, ownCopy])
    .having(
      sql<number>`max(case when detail.state in (${PRINTED_STATES}) then 1 else 0 end)`,
      '=',
      0,
    )
    .orderBy('serial_range.id', 'desc')
    .orderBy('detail.sequence')
    .orderBy(ownCopy)
    .limit(MAX_NUMBERS)
    .execute();
};

type OpenNumber = Awaited<ReturnType<typeof selectNumbersWithoutPrintedLabel>>[number];

const getGapState = ({ uncertain, waiting }: OpenNumber): SerialGap['state'] =>
  uncertain === 1 ? 'uncertain' : waiting === 1 ? 'waiting' : 'lost';

type Run = SerialGap & { range: number; lastPlace: number };

const extendGapRun = (run: Run | undefined, open: OpenNumber): Run | undefined => {
  const rule = JSON.parse(open.rule) as SerialRule;
  const place = computeSerialIndexInBatch(rule, open);
  const state = getGapState(open);
  if (run?.range !== open.id || run.state !== state || run.lastPlace + 1 !== place)
    return undefined;
  const to = formatSerial(rule, open.first_number + place * rule.step);
  return { ...run, to, count: run.count + 1, lastPlace: place };
};

const createGapRun = (open: OpenNumber): Run => {
  const rule = JSON.parse(open.rule) as SerialRule;
  const place = computeSerialIndexInBatch(rule, open);
  const text = formatSerial(rule, open.first_number + place * rule.step);
  return {
    field: open.field,
    period: open.period,
    from: text,
    to: text,
    count: 1,
    batchNo: open.batch_no,
    state: getGapState(open),
    range: open.id,
    lastPlace: place,
  };
};

/**
 * Numbers of a template that were assigned to the member and not printed, newest batch first.
 * Derived from the states of the labels, including hidden batches. `isWhole` is false when the
 * limit was reached.
 */
export const findSerialGaps = async (
  executor: Executor,
  owner: Whose,
): Promise<{ gaps: SerialGap[]; isWhole: boolean }> => {
  const open = await selectNumbersWithoutPrintedLabel(executor, owner);
  const runs: Run[] = [];
  for (const openNumber of open) {
    const longer = extendGapRun(runs.at(-1), openNumber);
    if (longer) runs[runs.length - 1] = longer;
    else runs.push(createGapRun(openNumber));
  }
  return {
    gaps: runs.map(({ range: _range, lastPlace: _last, ...gap }) => gap),
    isWhole: open.length < MAX_NUMBERS,
  };
};
