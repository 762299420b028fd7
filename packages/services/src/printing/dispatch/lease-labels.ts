import type { Lease, LeasedLabel } from '@yunbiao/contract/gateway/gateway';
import { parsePrintSetup, type Setup } from '@yunbiao/contract/printing/print-setup';
import { CONFIG_RANGES } from '@yunbiao/contract/limits/print-config';
import type { RawFormat } from '@yunbiao/contract/printing/raw';
import {
  type DetailTable,
  lockDetailRows,
  type Selectable,
  runTransaction,
  type Tx,
} from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { applyDetailChanges } from '../label-state/details.ts';
import { lockClientRow } from '../client/lock-client.ts';
import { readSetupsAtPrinter } from '../printer-group/index.ts';
import { readRawSizes } from '../printing/submission/raw-contents.ts';
import { isCutAfterRow, type CutCounts, loadCutCounts } from './cuts.ts';
import { listNextLabelIds } from './next-labels.ts';
import { groupIntoRows } from './rows.ts';

type Detail = Selectable<DetailTable>;

/** Batch data the agent needs to draw labels or to print raw content. */
export type LeasedBatch = {
  id: number;
  /**
   * Key of its template in gateway messages. One batch may be drawn for several printers of a
   * client.
   */
  key: string;
  batchNo: string;
  template: unknown;
  setup: Setup;
  raw: { format: RawFormat; bytes: string } | null;
  /** Fonts of its labels, from `getFontsDigest`; '' if unknown or irrelevant. */
  fonts: string;
  /** Set for batches that are cut after groups of labels. */
  places?: CutCounts | undefined;
};

/** Each row is leased as a unit. */
export type LeasedLabels = { rows: [Detail, ...Detail[]][]; batches: LeasedBatch[] };

const NO_LABELS: LeasedLabels = { rows: [], batches: [] };

const listBatches = async (
  tx: Tx,
  details: readonly [Detail, ...Detail[]],
): Promise<LeasedBatch[]> => {
  const [{ printer_id: printerId }] = details;
  const ids = [...new Set(details.map((detail) => detail.batch_id))];
  const elsewhere = await readSetupsAtPrinter(tx, ids, printerId);
  const batchRows = await tx
    .selectFrom('batch')
    .leftJoin('raw_job', 'raw_job.batch_id', 'batch.id')
    .select(['batch.id', 'batch.batch_no', 'batch.template', 'batch.setup', 'batch.fonts'])
    .select(['raw_job.type as raw_type', 'raw_job.content as raw_bytes'])
    .where('batch.id', 'in', ids)
    .execute();
  const batches = batchRows.map(
    ({ id, batch_no: batchNo, template, setup, fonts, raw_type, raw_bytes }) => ({
      id,
      key: elsewhere.has(id) ? `${id}.${elsewhere.get(id)?.id}` : String(id),
      batchNo,
      template: JSON.parse(template) as unknown,
      setup: parsePrintSetup(elsewhere.get(id)?.setup ?? setup),
      fonts,
      raw: raw_type === null ? null : { format: raw_type as RawFormat, bytes: raw_bytes ?? '' },
    }),
  );
  const cutCounts = await loadCutCounts(tx, batches);
  return batches.map((batch) => ({ ...batch, places: cutCounts.get(batch.id) }));
};

/**
 * Maximum raw bytes per lease, as they are all in memory at once. A single larger label is leased
 * alone.
 */
const MAX_RAW_BYTES = 2 * 1024 * 1024;

/** The head of the queue, limited to the raw bytes of one message. */
const limitQueueByRawBytes = async (tx: Tx, queue: readonly Detail[]): Promise<Detail[]> => {
  const ids = [...new Set(queue.map((detail) => detail.batch_id))];
  const sizes = await readRawSizes(tx, ids);
  if (sizes.size === 0) return [...queue];
  let takenBytes = 0;
  const end = queue.findIndex((detail, place) => {
    takenBytes += sizes.get(detail.batch_id) ?? 0;
    return place > 0 && takenBytes > MAX_RAW_BYTES;
  });
  return queue.slice(0, end < 0 ? queue.length : end);
};

/**
 * Leases the next labels of a printer in queue order to the connection with `fence`. Labels are
 * marked as leased before anything is sent. A paused client or an outdated connection gets none. A
 * lease has no timeout.
 */
export const leaseLabels = ({
  ctx,
  clientId,
  fence,
  localId,
  room,
}: {
  ctx: Context;
  clientId: number;
  fence: number;
  localId: string;
  room: number;
}): Promise<LeasedLabels> =>
  runTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const client = await lockClientRow(tx, clientId);
    if (!client || client.fence !== fence || client.enabled !== 1) return NO_LABELS;
    // The limit leaves room to complete the last row.
    const limit = room + CONFIG_RANGES.columns.max - 1;
    const ids = await listNextLabelIds(tx, { client, localId, now, limit });
    if (ids.length === 0) return NO_LABELS;
    const locked = await lockDetailRows(tx, ids);
    const waiting = locked
      .filter((detail) => detail.state === 'queued' && detail.recall === 0)
      .sort((a, b) => a.queue_order - b.queue_order || a.id - b.id);
    const [head, ...tail] = await limitQueueByRawBytes(tx, waiting);
    if (!head) return NO_LABELS;
    const queue = [head, ...tail] as const;
    const batches = await listBatches(tx, [head, ...tail]);
    const columns = new Map(batches.map(({ id, setup }) => [id, setup.columns]));
    const rows = groupIntoRows(queue, { room, listColumns: (id) => columns.get(id) ?? 1 });
    const set = { state: 'sending', fence, leased_at: now } as const;
    await applyDetailChanges({
      ctx,
      tx,
      changes: [{ ids: rows.flat().map((detail) => detail.id), set }],
    });
    return { rows, batches };
  });

const presentLabel = (detail: Detail): LeasedLabel => ({
  detailId: String(detail.id),
  attempt: detail.attempt,
  sequence: detail.sequence,
  copy: detail.copy,
  data: JSON.parse(detail.data) as Record<string, string>,
  expiresAt: detail.expires_at,
  ...(detail.pictures !== null && {
    pictures: JSON.parse(detail.pictures) as Record<string, string>,
  }),
});

/** A leased label or row as a gateway message. */
export const presentLease = (
  [first, ...rowDetails]: readonly [Detail, ...Detail[]],
  {
    batch: { key, batchNo, setup, places },
    localId,
    fence,
  }: { batch: LeasedBatch; localId: string; fence: number },
): Lease => ({
  ...presentLabel(first),
  localId,
  batchNo,
  fence,
  templateKey: key,
  ...(places && { cut: isCutAfterRow([first, ...rowDetails], setup, places) }),
  ...(rowDetails.length > 0 && { beside: rowDetails.map(presentLabel) }),
});
