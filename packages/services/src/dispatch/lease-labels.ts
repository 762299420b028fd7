import type { Lease, Setup } from '@yunbiao/contract/gateway';
import { type DetailTable, lockDetails, type Selectable, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { settleDetails } from '../label-state/details.ts';
import { lockClient } from '../client/lock-client.ts';

/** A batch as the agent needs it to draw its labels. */
export type LeasedBatch = { id: number; batchNo: string; template: unknown; setup: Setup };

export type LeasedLabels = { details: Selectable<DetailTable>[]; batches: LeasedBatch[] };

const NONE: LeasedLabels = { details: [], batches: [] };

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
      .limit(room)
      .execute();
    if (next.length === 0) return NONE;
    const ids = next.map((row) => row.id);
    const locked = await lockDetails(tx, ids);
    const details = locked
      .filter((detail) => detail.state === 'queued')
      .sort((a, b) => a.queue_order - b.queue_order || a.id - b.id);
    if (details.length === 0) return NONE;
    const set = { state: 'sending', fence, leased_at: now } as const;
    await settleDetails({
      ctx,
      tx,
      changes: [{ ids: details.map((detail) => detail.id), set }],
    });
    const batches = await tx
      .selectFrom('batch')
      .select(['id', 'batch_no', 'template', 'setup'])
      .where('id', 'in', [...new Set(details.map((detail) => detail.batch_id))])
      .execute();
    return {
      details,
      batches: batches.map((batch) => ({
        id: batch.id,
        batchNo: batch.batch_no,
        template: JSON.parse(batch.template) as unknown,
        // Written by the submission, from the contract's own type.
        setup: JSON.parse(batch.setup) as Setup,
      })),
    };
  });

/** A leased label as it goes over the wire. */
export const presentLease = (
  detail: Selectable<DetailTable>,
  batchNo: string,
  localId: string,
  fence: number,
): Lease => ({
  detailId: String(detail.id),
  attempt: detail.attempt,
  localId,
  batchNo,
  sequence: detail.sequence,
  copy: detail.copy,
  fence,
  templateKey: String(detail.batch_id),
  data: JSON.parse(detail.data) as Record<string, string>,
  expiresAt: detail.expires_at,
});
