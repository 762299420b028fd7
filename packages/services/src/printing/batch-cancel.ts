import type { CallOutput } from '@yunbiao/contract';
import { lockDetails, onCommit, transaction, type Tx } from '@yunbiao/db';
import { chunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';
import { announceBatch, settleDetails } from '../label-state/details.ts';
import { getBatchOfMember } from './get-batch.ts';

/** @throws 403 for a client on a machine of the member's */
const requireVirtual = async (tx: Tx, clientId: number): Promise<void> => {
  const { is_virtual } = await tx
    .selectFrom('client')
    .select('is_virtual')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  if (is_virtual === 0) throw forbidden('测试密钥只管虚拟打印机上的批次，取消不了这一批');
};

/**
 * Cancels what is not printed yet: waiting labels at once; for those the agent has, it is a request the agent answers
 * label by label. @throws 404; 403 for a printer on paper where only virtual ones may be touched
 */
export const cancelBatch = ({
  ctx,
  memberId,
  batchNo,
  virtualOnly = false,
}: {
  ctx: Context;
  memberId: number;
  batchNo: string;
  /** Only what goes to a virtual printer. */
  virtualOnly?: boolean;
}): Promise<CallOutput<'batchCancel'>> =>
  transaction(ctx.db, async (tx) => {
    const batch = await getBatchOfMember(tx, { batchNo, memberId });
    if (virtualOnly) await requireVirtual(tx, batch.client_id);
    const open = await tx
      .selectFrom('detail')
      .select(['id', 'client_id'])
      .where('batch_id', '=', batch.id)
      .where('state', 'in', ['queued', 'sending'])
      .orderBy('id')
      .execute();
    const queued: number[] = [];
    const leased: number[] = [];
    for (const ids of chunks(open.map((row) => row.id))) {
      for (const row of await lockDetails(tx, ids)) {
        if (row.state === 'queued') queued.push(row.id);
        if (row.state === 'sending') leased.push(row.id);
      }
    }
    for (const ids of chunks(leased)) {
      await tx.updateTable('detail').set({ cancel_requested: 1 }).where('id', 'in', ids).execute();
    }
    await settleDetails({
      ctx,
      tx,
      changes: [{ ids: queued, set: { state: 'cancelled', reason: '你取消了' } }],
    });
    // Asked back: live pages do not offer to cancel these again.
    if (leased.length > 0) await announceBatch({ ctx, tx, batchId: batch.id });
    const clients = new Set(open.map((row) => row.client_id));
    onCommit(tx, () => {
      for (const clientId of clients) ctx.bus.emit('client-work', { clientId });
    });
    return { cancelled: queued.length, requested: leased.length };
  });
