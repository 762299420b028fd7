import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { MAX_SETTLED } from '@yunbiao/contract/limits/print';
import { prepared } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { iso } from '../time.ts';
import { type DetailValues, detailValues, listedDetails } from './detail-list.ts';
import type { Whose } from './filters.ts';
import { type DetailRow, presentDetail } from './present.ts';

type Incident = CallOutput<'incidentList'>['list'][number];

/** Labels one cut leaves behind end together; their reports come within this, ms. */
const TOGETHER_MS = 10_000;

const endOf = ({ finished_at: finishedAt, queued_at: queuedAt }: DetailRow): number =>
  finishedAt ?? queuedAt;

const order = (a: DetailRow, b: DetailRow): number =>
  a.batch_id - b.batch_id || endOf(a) - endOf(b) || a.id - b.id;

/** One cut in one batch, and a batch has one printer: the same reason, one end right after the other. */
const isTogether = (before: DetailRow, label: DetailRow): boolean =>
  before.batch_id === label.batch_id &&
  before.reason === label.reason &&
  endOf(label) - endOf(before) <= TOGETHER_MS;

const present = (rows: readonly [DetailRow, ...DetailRow[]], isWhole: boolean): Incident => {
  const [first] = rows;
  return {
    batchNo: first.batch_no,
    templateName: first.template_name,
    printerName: first.printer_name,
    reason: first.reason,
    at: iso(endOf(first)),
    labels: rows
      .toSorted((a, b) => a.id - b.id)
      .map((row) => ({
        id: String(row.id),
        attempt: row.attempt,
        sequence: row.sequence,
        title: row.title,
        ...(isWhole ? { whole: presentDetail(row) } : {}),
      })),
  };
};

/** Uncertain labels by the incidents they come from, the latest first. */
const incidentsOf = (labels: readonly DetailRow[]) => {
  const groups: [DetailRow, ...DetailRow[]][] = [];
  for (const label of labels.toSorted(order)) {
    const group = groups.findLast(([first]) => first.reason === label.reason);
    const before = group?.at(-1);
    if (group && before && isTogether(before, label)) group.push(label);
    else groups.push([label]);
  }
  return groups.toSorted(([a], [b]) => endOf(b) - endOf(a));
};

const newest = prepared((db, values: DetailValues & { limit: number }) =>
  listedDetails(db, values).orderBy('detail.id', 'desc').limit(values.limit),
);

/** What only the member can settle, an incident each. */
export const incidentList = async ({
  ctx,
  whose,
  input: { batchNo },
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'incidentList'>;
}): Promise<CallOutput<'incidentList'>> => {
  const values = detailValues(whose, { state: 'uncertain', tz: 'UTC', batchNo });
  const rows = await newest(ctx.db.kysely, { ...values, limit: MAX_SETTLED + 1 });
  const incidents = incidentsOf(rows.slice(0, MAX_SETTLED));
  return {
    list: incidents.map((labels) => present(labels, Boolean(batchNo))),
    hasMore: rows.length > MAX_SETTLED,
  };
};
