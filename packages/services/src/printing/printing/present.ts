import type { CallOutput } from '@yunbiao/contract';
import { UPDATE_CLIENT_LABEL } from '@yunbiao/contract/printing/print-labels';
import type { BatchTable, DetailTable, Selectable } from '@yunbiao/db';
import { canClientDraw } from '../capabilities/index.ts';
import { fromHundredths } from '../print-config/present.ts';
import { toIso, toIsoOrNull } from '../../platform/time.ts';
import type { BatchTally } from '../label-state/details.ts';

export type Batch = CallOutput<'batchList'>['list'][number];
export type Detail = CallOutput<'detailResolve'>;

/**
 * Columns of a batch for lists. Without the stored template and setup: they are long and shown for
 * a single batch only.
 */
export const BATCH_FIELDS = [
  ...(['batch.id', 'batch.batch_no', 'batch.template_id', 'batch.template_name'] as const),
  ...(['batch.printer_id', 'batch.printer_name', 'batch.client_name'] as const),
  ...(['batch.width', 'batch.height'] as const),
  ...(['batch.config_name', 'batch.source', 'batch.total', 'batch.state'] as const),
  ...(['batch.created_at', 'batch.finished_at', 'batch.expires_at', 'batch.counts'] as const),
  ...(['batch.records', 'batch.group_name'] as const),
];

type BatchField = (typeof BATCH_FIELDS)[number] extends `batch.${infer Name}` ? Name : never;
type BatchRow = Pick<Selectable<BatchTable>, BatchField & keyof BatchTable>;

export const presentBatch = (row: BatchRow, tally: BatchTally): Batch => ({
  batchNo: row.batch_no,
  templateId: row.template_id === null ? null : String(row.template_id),
  templateName: row.template_name,
  widthMm: fromHundredths(row.width),
  heightMm: fromHundredths(row.height),
  printerId: String(row.printer_id),
  printerName: row.printer_name,
  clientName: row.client_name,
  configName: row.config_name,
  groupName: row.group_name || null,
  source: row.source as Batch['source'],
  total: row.total,
  state: row.state as Batch['state'],
  ...tally,
  isKept: row.records === 'kept',
  createdAt: toIso(row.created_at),
  finishedAt: toIsoOrNull(row.finished_at),
  expiresAt: toIso(row.expires_at),
});

export type DetailRow = Selectable<DetailTable> & {
  batch_no: string;
  template_name: string;
  printer_name: string;
  printer_group_id: number | null;
  needs: string;
  draws: string;
};

/**
 * Reason for the label's state, for people. The reason of a queued label is computed, because it
 * can change.
 */
export const getLabelStateReason = (
  row: Pick<DetailRow, 'state' | 'reason' | 'needs' | 'draws'>,
): string =>
  row.state === 'queued' && !canClientDraw(row, row) ? UPDATE_CLIENT_LABEL : row.reason;

export const presentDetail = (row: DetailRow, moves: Detail['moves'] = []): Detail => ({
  id: String(row.id),
  batchNo: row.batch_no,
  sequence: row.sequence,
  copy: row.copy,
  sheetRow: row.sheet_row,
  attempt: row.attempt,
  data: JSON.parse(row.data) as Record<string, string>,
  title: row.title,
  state: row.state as Detail['state'],
  evidence: row.evidence as Detail['evidence'],
  reason: getLabelStateReason(row),
  color: row.color,
  counterFrom: row.counter_from,
  counterTo: row.counter_to,
  templateName: row.template_name,
  printerName: row.printer_name,
  queuedAt: toIso(row.queued_at),
  leasedAt: toIsoOrNull(row.leased_at),
  startedAt: toIsoOrNull(row.started_at),
  consumedAt: toIsoOrNull(row.consumed_at),
  endedAt: toIsoOrNull(row.ended_at),
  finishedAt: toIsoOrNull(row.finished_at),
  moves,
});
