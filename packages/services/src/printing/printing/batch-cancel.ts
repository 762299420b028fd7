import type { CallOutput } from '@yunbiao/contract';
import { lockDetailRows, onCommit, runTransaction, type Tx } from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { MemberScope } from '../../platform/context.ts';
import { createForbiddenError } from '../../platform/errors.ts';
import { emitStoredBatch, applyDetailChanges } from '../label-state/details.ts';
import { getBatchOfMember } from './get-batch.ts';

/**
 * Checks that a batch of a test key is at a virtual printer. @throws 403 for a real printer of the
 * member
 */
const requireVirtualClient = async (tx: Tx, clientId: number): Promise<void> => {
  const { is_virtual } = await tx
    .selectFrom('client')
    .select('is_virtual')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  if (is_virtual === 0)
    throw createForbiddenError('测试密钥只管虚拟打印机上的批次，取消不了这一批');
};

/**
 * Cancels labels that are not printed yet: queued ones at once; for those with the agent it
 * requests a cancel, which the agent answers label by label.
 * @throws 404; 403 for a real printer when only virtual ones are allowed
 */
export const cancelBatch = ({
  ctx,
  memberId,
  batchNo,
  virtualOnly = false,
}: MemberScope & {
  batchNo: string;
  /** Cancels only labels for a virtual printer, for a test key. */
  virtualOnly?: boolean;
}): Promise<CallOutput<'batchCancel'>> =>
  runTransaction(ctx.db, async (tx) => {
    const batch = await getBatchOfMember(tx, { batchNo, memberId });
    if (virtualOnly) await requireVirtualClient(tx, batch.client_id);
    const open = await tx
      .selectFrom('detail')
      .select(['id', 'client_id'])
      .where('batch_id', '=', batch.id)
      .where('state', 'in', ['queued', 'sending'])
      .orderBy('id')
      .execute();
    const queued: number[] = [];
    const leased: number[] = [];
    for (const ids of splitIntoChunks(open.map((row) => row.id))) {
      for (const row of await lockDetailRows(tx, ids)) {
        if (row.state === 'queued') queued.push(row.id);
        if (row.state === 'sending') leased.push(row.id);
      }
    }
    for (const ids of splitIntoChunks(leased)) {
      await tx.updateTable('detail').set({ cancel_requested: 1 }).where('id', 'in', ids).execute();
    }
    await applyDetailChanges({
      ctx,
      tx,
      changes: [{ ids: queued, set: { state: 'cancelled', reason: '你取消了' } }],
    });
    // Live pages stop offering a cancel for labels that are already requested.
    if (leased.length > 0) await emitStoredBatch({ ctx, tx, batchId: batch.id });
    const clients = new Set(open.map((row) => row.client_id));
    onCommit(tx, () => {
      for (const clientId of clients) ctx.bus.emit('client-work', { clientId });
    });
    return { cancelled: queued.length, requested: leased.length };
  });
