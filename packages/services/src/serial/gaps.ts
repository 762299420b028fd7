import { type Executor, sql } from '@yunbiao/db';
import { type SerialRule, serialPlace, serialText } from '@yunbiao/label';

/** Numbers on end that were given to a batch and did not come out. */
export type SerialGap = {
  field: string;
  /** As its reset counts: a day, a month, a year, or '' for all time. */
  period: string;
  /** As the labels show them; the same when it is one. */
  from: string;
  to: string;
  count: number;
  batchNo: string;
  /** `waiting`: may still come out. `uncertain`: somebody has to look. `lost`: it will not come out by itself. */
  state: 'waiting' | 'uncertain' | 'lost';
};

/** Numbers looked at, the newest first. */
const MAX_NUMBERS = 5000;

const CAME_OUT = sql.join(['sent', 'printed'].map((state) => sql.lit(state)));
const WAITS = sql.join(['queued', 'sending'].map((state) => sql.lit(state)));

type Whose = { memberId: number; templateId: number };

/** What tells one number from another. */
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

/** Every number of which no label came out; the copies that share one are one. */
const openNumbers = (executor: Executor, { memberId, templateId }: Whose) => {
  const ownCopy = sql<number>`case when serial_range.per_copy = 1 then detail.copy else 1 end`;
  return executor
    .selectFrom('serial_range')
    .innerJoin('batch', 'batch.id', 'serial_range.batch_id')
    .innerJoin('detail', 'detail.batch_id', 'serial_range.batch_id')
    .select([
      ...NUMBER_COLUMNS,
      ownCopy.as('copy'),
      sql<number>`max(case when detail.state = 'uncertain' then 1 else 0 end)`.as('uncertain'),
      sql<number>`max(case when detail.state in (${WAITS}) then 1 else 0 end)`.as('waiting'),
    ])
    .where('serial_range.member_id', '=', memberId)
    .where('serial_range.template_id', '=', templateId)
    .groupBy([...NUMBER_COLUMNS, ownCopy])
    .having(sql<number>`max(case when detail.state in (${CAME_OUT}) then 1 else 0 end)`, '=', 0)
    .orderBy('serial_range.id', 'desc')
    .orderBy('detail.sequence')
    .orderBy(ownCopy)
    .limit(MAX_NUMBERS)
    .execute();
};

type Open = Awaited<ReturnType<typeof openNumbers>>[number];

const getState = ({ uncertain, waiting }: Open): SerialGap['state'] =>
  uncertain === 1 ? 'uncertain' : waiting === 1 ? 'waiting' : 'lost';

type Run = SerialGap & { range: number; lastPlace: number };

const extended = (run: Run | undefined, open: Open): Run | undefined => {
  const rule = JSON.parse(open.rule) as SerialRule;
  const place = serialPlace(rule, open);
  const state = getState(open);
  if (run?.range !== open.id || run.state !== state || run.lastPlace + 1 !== place)
    return undefined;
  const to = serialText(rule, open.first_number + place * rule.step);
  return { ...run, to, count: run.count + 1, lastPlace: place };
};

const begun = (open: Open): Run => {
  const rule = JSON.parse(open.rule) as SerialRule;
  const place = serialPlace(rule, open);
  const text = serialText(rule, open.first_number + place * rule.step);
  return {
    field: open.field,
    period: open.period,
    from: text,
    to: text,
    count: 1,
    batchNo: open.batch_no,
    state: getState(open),
    range: open.id,
    lastPlace: place,
  };
};

/**
 * Which numbers of a template a member was given and has not printed, the newest batch first: from what became of the
 * labels, hidden batches included. `isWhole` is false when there were too many to look at.
 */
export const serialGaps = async (
  executor: Executor,
  whose: Whose,
): Promise<{ gaps: SerialGap[]; isWhole: boolean }> => {
  const open = await openNumbers(executor, whose);
  const runs: Run[] = [];
  for (const one of open) {
    const longer = extended(runs.at(-1), one);
    if (longer) runs[runs.length - 1] = longer;
    else runs.push(begun(one));
  }
  return {
    gaps: runs.map(({ range: _range, lastPlace: _last, ...gap }) => gap),
    isWhole: open.length < MAX_NUMBERS,
  };
};
