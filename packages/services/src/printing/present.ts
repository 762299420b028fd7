import type { BatchCounts, CallOutput } from '@yunbiao/contract';
import type { BatchTable, DetailTable, Selectable } from '@yunbiao/db';
import { iso, isoOrNull } from '../time.ts';

export type Batch = CallOutput<'batchList'>['list'][number];
export type Detail = CallOutput<'detailResolve'>;

export type LabelSize = Pick<Batch, 'widthMm' | 'heightMm'>;

/** The template was checked when the batch was accepted. `known` keeps what was read of the same text. */
const sizeOf = (template: string, known: Map<string, LabelSize>): LabelSize => {
  const found = known.get(template);
  if (found) return found;
  const { widthMm, heightMm } = JSON.parse(template) as LabelSize;
  known.set(template, { widthMm, heightMm });
  return { widthMm, heightMm };
};

export const presentBatch = (
  row: Selectable<BatchTable>,
  counts: BatchCounts,
  sizes = new Map<string, LabelSize>(),
): Batch => {
  const { widthMm, heightMm } = sizeOf(row.template, sizes);
  return {
    batchNo: row.batch_no,
    templateId: row.template_id === null ? null : String(row.template_id),
    templateName: row.template_name,
    widthMm,
    heightMm,
    printerId: String(row.printer_id),
    printerName: row.printer_name,
    clientName: row.client_name,
    configName: row.config_name,
    source: row.source as Batch['source'],
    total: row.total,
    state: row.state as Batch['state'],
    counts,
    createdAt: iso(row.created_at),
    finishedAt: isoOrNull(row.finished_at),
    expiresAt: iso(row.expires_at),
  };
};

export type DetailRow = Selectable<DetailTable> & {
  batch_no: string;
  template_name: string;
  printer_name: string;
};

export const presentDetail = (row: DetailRow): Detail => ({
  id: String(row.id),
  batchNo: row.batch_no,
  sequence: row.sequence,
  copy: row.copy,
  attempt: row.attempt,
  data: JSON.parse(row.data) as Record<string, string>,
  title: row.title,
  state: row.state as Detail['state'],
  evidence: row.evidence as Detail['evidence'],
  reason: row.reason,
  color: row.color,
  counterFrom: row.counter_from,
  counterTo: row.counter_to,
  templateName: row.template_name,
  printerName: row.printer_name,
  queuedAt: iso(row.queued_at),
  leasedAt: isoOrNull(row.leased_at),
  finishedAt: isoOrNull(row.finished_at),
});
