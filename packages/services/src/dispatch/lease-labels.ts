import { type Lease, type LeasedLabel, readSetup, type Setup } from '@yunbiao/contract/gateway';
import { CONFIG_RANGES } from '@yunbiao/contract/limits/print-config';
import { type DetailTable, lockDetails, type Selectable, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { settleDetails } from '../label-state/details.ts';
import { lockClient } from '../client/lock-client.ts';
import { rowsOf } from './rows.ts';

type Detail = Selectable<DetailTable>;

/** A batch as the agent needs it to draw its labels. */
export type LeasedBatch = { id: number; batchNo: string; template: unknown; setup: Setup };

/** Each row is leased as one. */
export type LeasedLabels = { rows: [Detail, ...Detail[]][]; batches: LeasedBatch[] };

const NONE: LeasedLabels = { rows: [], batches: [] };

const batchesOf = async (tx: Tx, details: readonly Detail[]): Promise<LeasedBatch[]> => {
  const batches = await tx
    .selectFrom('batch')
    .select(['id', 'batch_no', 'template', 'setup'])
    .where('id', 'in', [...new Set(details.map((detail) => detail.batch_id))])
    .execute();
  return batches.map(({ id, batch_no: batchNo, template, setup }) => ({
    id,
    batchNo,
    template: JSON.parse(template) as unknown,
    setup: readSetup(setup),
  }));
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
    const next = await tx
      .selectFrom('detail')
      .innerJoin('printer', 'printer.id', 'detail.printer_id')
      .select('detail.id')
      .where('printer.client_id', '=', clientId)
      .where('printer.local_id', '=', localId)
      .where('printer.gone', '=', 0)
      .where('detail.state', '=', 'queued')
      .where('detail.expires_at', '>', now)
      .orderBy('detail.queue_order')
      .orderBy('detail.id')
      // The last row is whole, or what there is of it.
      .limit(room + CONFIG_RANGES.columns.max - 1)
      .execute();
    if (next.length === 0) return NONE;
    const ids = next.map((row) => row.id);
    const locked = await lockDetails(tx, ids);
    const queue = locked
      .filter((detail) => detail.state === 'queued')
      .sort((a, b) => a.queue_order - b.queue_order || a.id - b.id);
    if (queue.length === 0) return NONE;
    const batches = await batchesOf(tx, queue);
    const columns = new Map(batches.map(({ id, setup }) => [id, setup.columns]));
    const rows = rowsOf(queue, { room, columnsOf: (id) => columns.get(id) ?? 1 });
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
  { batchNo, localId, fence }: { batchNo: string; localId: string; fence: number },
): Lease => ({
  ...presentLabel(first),
  localId,
  batchNo,
  fence,
  templateKey: String(first.batch_id),
  ...(beside.length > 0 && { beside: beside.map(presentLabel) }),
});
