import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { MAX_SETTLED } from '@yunbiao/contract/limits/print';
import type { Context } from '../context.ts';
import { detailList } from './detail-list.ts';
import type { Whose } from './filters.ts';
import type { Detail } from './present.ts';

type Incident = CallOutput<'incidentList'>['list'][number];

/** Labels one cut leaves behind end together; their reports come within this, ms. */
const TOGETHER_MS = 10_000;

const endOf = ({ finishedAt, queuedAt }: Detail): number => Date.parse(finishedAt ?? queuedAt);

const order = (a: Detail, b: Detail): number =>
  a.batchNo.localeCompare(b.batchNo) || endOf(a) - endOf(b) || Number(a.id) - Number(b.id);

/** One cut in one batch, and a batch has one printer: the same reason, one end right after the other. */
const isTogether = (before: Detail, label: Detail): boolean =>
  before.batchNo === label.batchNo &&
  before.reason === label.reason &&
  endOf(label) - endOf(before) <= TOGETHER_MS;

const present = (labels: readonly [Detail, ...Detail[]]): Incident => {
  const [first] = labels;
  const { batchNo, templateName, printerName, reason } = first;
  return {
    batchNo,
    templateName,
    printerName,
    reason,
    at: first.finishedAt ?? first.queuedAt,
    labels: labels.toSorted((a, b) => Number(a.id) - Number(b.id)),
  };
};

/** Uncertain labels as the incidents they come from, the latest first. */
export const incidentsOf = (labels: readonly Detail[]): Incident[] => {
  const groups: [Detail, ...Detail[]][] = [];
  for (const label of labels.toSorted(order)) {
    const group = groups.findLast(([first]) => first.reason === label.reason);
    const before = group?.at(-1);
    if (group && before && isTogether(before, label)) group.push(label);
    else groups.push([label]);
  }
  return groups.map(present).toSorted((a, b) => b.at.localeCompare(a.at));
};

/** What only the member can settle, an incident each. */
export const incidentList = async ({
  ctx,
  whose,
  input,
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'incidentList'>;
}): Promise<CallOutput<'incidentList'>> => {
  // The newest; what is older comes when these are settled.
  const filter = { state: 'uncertain', tz: 'UTC', pageSize: MAX_SETTLED } as const;
  const { list, nextId } = await detailList({ ctx, whose, input: { ...filter, ...input } });
  return { list: incidentsOf(list), hasMore: nextId !== null };
};
