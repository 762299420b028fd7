import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { MAX_RESOLVED_LABELS } from '@yunbiao/contract/limits/print';
import { createQueryCompiledOnce } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { toIso } from '../../../platform/time.ts';
import {
  type DetailValues,
  toDetailFilterValues,
  selectFilteredDetails,
  selectListedDetails,
  DETAIL_BATCH_COLUMNS,
} from '../detail-list.ts';
import type { Whose } from '../filters.ts';
import { type DetailRow, presentDetail } from '../present.ts';

type Incident = CallOutput<'incidentList'>['list'][number];

/** Columns of a label in lists of incidents. */
const BRIEF_COLUMNS = [
  ...(['detail.id', 'detail.batch_id', 'detail.attempt', 'detail.sequence'] as const),
  'detail.sheet_row' as const,
  ...(['detail.title', 'detail.reason', 'detail.queued_at', 'detail.finished_at'] as const),
  'detail.printer_id' as const,
];

type Named = (typeof BRIEF_COLUMNS)[number] extends `detail.${infer Name}` ? Name : never;
type BatchColumn = (typeof DETAIL_BATCH_COLUMNS)[number] extends `batch.${infer Name}`
  ? Name
  : never;
type Brief = Pick<DetailRow, (Named | BatchColumn | 'printer_name') & keyof DetailRow>;
/** `whole`: the complete label, when requested. */
type Label = Brief & { whole?: DetailRow };

/** Maximum time between the ends of labels that one interruption leaves uncertain, ms. */
const MAX_INCIDENT_GAP_MS = 10_000;

const getLabelEndTime = ({ finished_at: finishedAt, queued_at: queuedAt }: Label): number =>
  finishedAt ?? queuedAt;

const compareByEnd = (a: Label, b: Label): number =>
  a.batch_id - b.batch_id || getLabelEndTime(a) - getLabelEndTime(b) || a.id - b.id;

/**
 * Whether both labels belong to one interruption: same batch, printer and reason, ending within the
 * time above.
 */
const isSameIncident = (before: Label, label: Label): boolean =>
  before.batch_id === label.batch_id &&
  before.printer_id === label.printer_id &&
  before.reason === label.reason &&
  getLabelEndTime(label) - getLabelEndTime(before) <= MAX_INCIDENT_GAP_MS;

const presentIncident = (rows: readonly [Label, ...Label[]]): Incident => {
  const [first] = rows;
  return {
    batchNo: first.batch_no,
    templateName: first.template_name,
    printerName: first.printer_name,
    reason: first.reason,
    at: toIso(getLabelEndTime(first)),
    labels: rows
      .toSorted((a, b) => a.id - b.id)
      .map((row) => ({
        id: String(row.id),
        attempt: row.attempt,
        sequence: row.sequence,
        sheetRow: row.sheet_row,
        title: row.title,
        ...(row.whole ? { whole: presentDetail(row.whole) } : {}),
      })),
  };
};

/** Groups uncertain labels by incident, latest first. */
const listIncidents = (labels: readonly Label[]) => {
  const groups: [Label, ...Label[]][] = [];
  for (const label of labels.toSorted(compareByEnd)) {
    const group = groups.findLast(
      ([first]) => first.reason === label.reason && first.printer_id === label.printer_id,
    );
    const before = group?.at(-1);
    if (group && before && isSameIncident(before, label)) group.push(label);
    else groups.push([label]);
  }
  return groups.toSorted(([a], [b]) => getLabelEndTime(b) - getLabelEndTime(a));
};

type Newest = DetailValues & { limit: number };

const selectNewest = createQueryCompiledOnce((db, values: Newest) =>
  selectFilteredDetails(db, values)
    .select([...BRIEF_COLUMNS, ...DETAIL_BATCH_COLUMNS])
    .orderBy('detail.id', 'desc')
    .limit(values.limit),
);

const selectNewestWhole = createQueryCompiledOnce((db, values: Newest) =>
  selectListedDetails(db, values).orderBy('detail.id', 'desc').limit(values.limit),
);

/** Newest uncertain labels. Labels of a single batch carry their complete row (`whole`). */
const listUncertainLabels = async (ctx: Context, values: Newest): Promise<Label[]> => {
  if (values.batchNo === undefined) return selectNewest(ctx.db.kysely, values);
  const rows = await selectNewestWhole(ctx.db.kysely, values);
  return rows.map((row) => ({ ...row, whole: row }));
};

/** Incidents: groups of uncertain labels that only the member can resolve. */
export const listOpenIncidents = async ({
  ctx,
  whose,
  input: { batchNo },
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'incidentList'>;
}): Promise<CallOutput<'incidentList'>> => {
  const values = toDetailFilterValues(whose, { state: 'uncertain', tz: 'UTC', batchNo });
  const rows = await listUncertainLabels(ctx, { ...values, limit: MAX_RESOLVED_LABELS + 1 });
  const incidents = listIncidents(rows.slice(0, MAX_RESOLVED_LABELS));
  return {
    list: incidents.map(presentIncident),
    hasMore: rows.length > MAX_RESOLVED_LABELS,
  };
};
