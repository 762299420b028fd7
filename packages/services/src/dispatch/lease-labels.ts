import { type Lease, type LeasedLabel, readSetup, type Setup } from '@yunbiao/contract/gateway';
import { CONFIG_RANGES } from '@yunbiao/contract/limits/print-config';
import type { RawFormat } from '@yunbiao/contract/raw';
import { type DetailTable, lockDetails, type Selectable, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { settleDetails } from '../label-state/details.ts';
import { lockClient } from '../client/lock-client.ts';
import { setupsAt } from '../printer-group/index.ts';
import { rawSizes } from '../printing/raw-contents.ts';
import { cutBehind, type Places, listPlaces } from './cuts.ts';
import { listNext } from './next-labels.ts';
import { listRows } from './rows.ts';

type Detail = Selectable<DetailTable>;

/** A batch as the agent needs it to draw its labels, or, when it is raw, to print what came. */
export type LeasedBatch = {
  id: number;
  /** What its template is known by on the wire: one batch may be drawn for several printers of a client. */
  key: string;
  batchNo: string;
  template: unknown;
  setup: Setup;
  raw: { format: RawFormat; bytes: string } | null;
  /** What its labels are drawn with, as `getFontsDigest` says it; '' where that is not known or no matter. */
  fonts: string;
  /** Of one that is cut each few labels. */
  places?: Places | undefined;
};

/** Each row is leased as one. */
export type LeasedLabels = { rows: [Detail, ...Detail[]][]; batches: LeasedBatch[] };

const NONE: LeasedLabels = { rows: [], batches: [] };

const listBatches = async (
  tx: Tx,
  details: readonly [Detail, ...Detail[]],
): Promise<LeasedBatch[]> => {
  const [{ printer_id: printerId }] = details;
  const ids = [...new Set(details.map((detail) => detail.batch_id))];
  const elsewhere = await setupsAt(tx, ids, printerId);
  const stored = await tx
    .selectFrom('batch')
    .leftJoin('raw_job', 'raw_job.batch_id', 'batch.id')
    .select(['batch.id', 'batch.batch_no', 'batch.template', 'batch.setup', 'batch.fonts'])
    .select(['raw_job.type as raw_type', 'raw_job.content as raw_bytes'])
    .where('batch.id', 'in', ids)
    .execute();
  const batches = stored.map(
    ({ id, batch_no: batchNo, template, setup, fonts, raw_type, raw_bytes }) => ({
      id,
      key: elsewhere.has(id) ? `${id}.${elsewhere.get(id)?.id}` : String(id),
      batchNo,
      template: JSON.parse(template) as unknown,
      setup: readSetup(elsewhere.get(id)?.setup ?? setup),
      fonts,
      raw: raw_type === null ? null : { format: raw_type as RawFormat, bytes: raw_bytes ?? '' },
    }),
  );
  const places = await listPlaces(tx, batches);
  return batches.map((batch) => ({ ...batch, places: places.get(batch.id) }));
};

/** Bytes of raw labels in one lease, unless one alone has more: they are all in memory at once. */
const MAX_RAW_BYTES = 2 * 1024 * 1024;

/** The beginning of a queue, as far as what is raw in it goes over the wire at once. */
const withinRaw = async (tx: Tx, queue: readonly Detail[]): Promise<Detail[]> => {
  const ids = [...new Set(queue.map((detail) => detail.batch_id))];
  const sizes = await rawSizes(tx, ids);
  if (sizes.size === 0) return [...queue];
  let taken = 0;
  const end = queue.findIndex((detail, place) => {
    taken += sizes.get(detail.batch_id) ?? 0;
    return place > 0 && taken > MAX_RAW_BYTES;
  });
  return queue.slice(0, end < 0 ? queue.length : end);
};

/**
 * Leases the next labels of a printer, in queue order, to the connection that owns `fence`: marked before anything is
 * sent. A paused client and an overtaken connection get none. A lease has no timeout.
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
  transaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const client = await lockClient(tx, clientId);
    if (!client || client.fence !== fence || client.enabled !== 1) return NONE;
    // The last row is whole, or what there is of it.
    const limit = room + CONFIG_RANGES.columns.max - 1;
    const ids = await listNext(tx, { client, localId, now, limit });
    if (ids.length === 0) return NONE;
    const locked = await lockDetails(tx, ids);
    const waiting = locked
      .filter((detail) => detail.state === 'queued' && detail.recall === 0)
      .sort((a, b) => a.queue_order - b.queue_order || a.id - b.id);
    const [head, ...tail] = await withinRaw(tx, waiting);
    if (!head) return NONE;
    const queue = [head, ...tail] as const;
    const batches = await listBatches(tx, [head, ...tail]);
    const columns = new Map(batches.map(({ id, setup }) => [id, setup.columns]));
    const rows = listRows(queue, { room, listColumns: (id) => columns.get(id) ?? 1 });
    const set = { state: 'sending', fence, leased_at: now } as const;
    await settleDetails({
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
});

/** A leased label, or a row of them, as it goes over the wire. */
export const presentLease = (
  [first, ...beside]: readonly [Detail, ...Detail[]],
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
  ...(places && { cut: cutBehind([first, ...beside], setup, places) }),
  ...(beside.length > 0 && { beside: beside.map(presentLabel) }),
});
