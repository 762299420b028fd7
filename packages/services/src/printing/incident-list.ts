import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { MAX_SETTLED } from '@yunbiao/contract/limits/print';
import { prepared } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { iso } from '../time.ts';
import {
  type DetailValues,
  detailValues,
  foundDetails,
  listedDetails,
  OF_BATCH,
} from './detail-list.ts';
import type { Whose } from './filters.ts';
import { type DetailRow, presentDetail } from './present.ts';

type Incident = CallOutput<'incidentList'>['list'][number];

/** What a list of incidents says of a label. */
const BRIEF = [
  ...(['detail.id', 'detail.batch_id', 'detail.attempt', 'detail.sequence'] as const),
  ...(['detail.title', 'detail.reason', 'detail.queued_at', 'detail.finished_at'] as const),
  'detail.printer_id' as const,
];

type Named = (typeof BRIEF)[number] extends `detail.${infer Name}` ? Name : never;
type Ofs = (typeof OF_BATCH)[number] extends `batch.${infer Name}` ? Name : never;
type Brief = Pick<DetailRow, (Named | Ofs | 'printer_name') & keyof DetailRow>;
/** `whole`: the label with all there is, where it was asked for. */
type Label = Brief & { whole?: DetailRow };

/** Labels one cut leaves behind end together; their reports come within this, ms. */
const TOGETHER_MS = 10_000;

const getEnd = ({ finished_at: finishedAt, queued_at: queuedAt }: Label): number =>
  finishedAt ?? queuedAt;

const order = (a: Label, b: Label): number =>
  a.batch_id - b.batch_id || getEnd(a) - getEnd(b) || a.id - b.id;

/** One cut at one printer in one batch: the same reason, one end right after the other. */
const isTogether = (before: Label, label: Label): boolean =>
  before.batch_id === label.batch_id &&
  before.printer_id === label.printer_id &&
  before.reason === label.reason &&
  getEnd(label) - getEnd(before) <= TOGETHER_MS;

const present = (rows: readonly [Label, ...Label[]]): Incident => {
  const [first] = rows;
  return {
    batchNo: first.batch_no,
    templateName: first.template_name,
    printerName: first.printer_name,
    reason: first.reason,
    at: iso(getEnd(first)),
    labels: rows
      .toSorted((a, b) => a.id - b.id)
      .map((row) => ({
        id: String(row.id),
        attempt: row.attempt,
        sequence: row.sequence,
        title: row.title,
        ...(row.whole ? { whole: presentDetail(row.whole) } : {}),
      })),
  };
};

/** Uncertain labels by the incidents they come from, the latest first. */
const listIncidents = (labels: readonly Label[]) => {
  const groups: [Label, ...Label[]][] = [];
  for (const label of labels.toSorted(order)) {
    const group = groups.findLast(
      ([first]) => first.reason === label.reason && first.printer_id === label.printer_id,
    );
    const before = group?.at(-1);
    if (group && before && isTogether(before, label)) group.push(label);
    else groups.push([label]);
  }
  return groups.toSorted(([a], [b]) => getEnd(b) - getEnd(a));
};

type Newest = DetailValues & { limit: number };

const newest = prepared((db, values: Newest) =>
  foundDetails(db, values)
    .select([...BRIEF, ...OF_BATCH])
    .orderBy('detail.id', 'desc')
    .limit(values.limit),
);

const newestWhole = prepared((db, values: Newest) =>
  listedDetails(db, values).orderBy('detail.id', 'desc').limit(values.limit),
);

/** Of one batch the labels are shown with all there is. */
const listLabels = async (ctx: Context, values: Newest): Promise<Label[]> => {
  if (values.batchNo === undefined) return newest(ctx.db.kysely, values);
  const rows = await newestWhole(ctx.db.kysely, values);
  return rows.map((row) => ({ ...row, whole: row }));
};

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
  const rows = await listLabels(ctx, { ...values, limit: MAX_SETTLED + 1 });
  const incidents = listIncidents(rows.slice(0, MAX_SETTLED));
  return {
    list: incidents.map(present),
    hasMore: rows.length > MAX_SETTLED,
  };
};
