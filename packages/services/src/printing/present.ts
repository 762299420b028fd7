import type { CallOutput } from '@yunbiao/contract';
import { UPDATE_CLIENT_WORDS } from '@yunbiao/contract/print-words';
import type { BatchTable, DetailTable, Selectable } from '@yunbiao/db';
import { canClientDraw } from '../drawing/index.ts';
import { fromHundredths } from '../print-config/present.ts';
import { iso, isoOrNull } from '../time.ts';
import type { BatchTally } from '../label-state/details.ts';

export type Batch = CallOutput<'batchList'>['list'][number];
export type Detail = CallOutput<'detailResolve'>;

/** What is shown of a batch. The snapshots of its template and settings are long, and shown of one only. */
export const BATCH_FIELDS = [
  ...(['batch.id', 'batch.batch_no', 'batch.template_id', 'batch.template_name'] as const),
  ...(['batch.printer_id', 'batch.printer_name', 'batch.client_name'] as const),
  ...(['batch.width', 'batch.height'] as const),
  ...(['batch.config_name', 'batch.source', 'batch.total', 'batch.state'] as const),
  ...(['batch.created_at', 'batch.finished_at', 'batch.expires_at', 'batch.counts'] as const),
  ...(['batch.records', 'batch.group_name'] as const),
];

type Shown = (typeof BATCH_FIELDS)[number] extends `batch.${infer Name}` ? Name : never;
type BatchRow = Pick<Selectable<BatchTable>, Shown & keyof BatchTable>;

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
  createdAt: iso(row.created_at),
  finishedAt: isoOrNull(row.finished_at),
  expiresAt: iso(row.expires_at),
});

export type DetailRow = Selectable<DetailTable> & {
  batch_no: string;
  template_name: string;
  printer_name: string;
  printer_group_id: number | null;
  needs: string;
  draws: string;
};

/** Why a label is as it is, for people. Why it waits is known only as long as it does. */
export const getReason = (row: Pick<DetailRow, 'state' | 'reason' | 'needs' | 'draws'>): string =>
  row.state === 'queued' && !canClientDraw(row, row) ? UPDATE_CLIENT_WORDS : row.reason;

export const presentDetail = (row: DetailRow, moves: Detail['moves'] = []): Detail => ({
  id: String(row.id),
  batchNo: row.batch_no,
  sequence: row.sequence,
  copy: row.copy,
  attempt: row.attempt,
  data: JSON.parse(row.data) as Record<string, string>,
  title: row.title,
  state: row.state as Detail['state'],
  evidence: row.evidence as Detail['evidence'],
  reason: getReason(row),
  color: row.color,
  counterFrom: row.counter_from,
  counterTo: row.counter_to,
  templateName: row.template_name,
  printerName: row.printer_name,
  queuedAt: iso(row.queued_at),
  leasedAt: isoOrNull(row.leased_at),
  startedAt: isoOrNull(row.started_at),
  consumedAt: isoOrNull(row.consumed_at),
  endedAt: isoOrNull(row.ended_at),
  finishedAt: isoOrNull(row.finished_at),
  moves,
});
