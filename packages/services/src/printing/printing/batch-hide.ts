import { runMemberTransaction } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { createConflictError } from '../../platform/errors.ts';
import { countLabelsByStatePerBatch } from '../label-state/batch-counts.ts';
import { getBatchOfMember } from './get-batch.ts';

/**
 * Hides a finished batch and its labels from lists; statistics still count it.
 * @throws 404; 409 while it is not finished
 */
export const hideBatch = ({
  ctx,
  memberId,
  batchNo,
}: MemberScope & { batchNo: string }): Promise<void> =>
  // The lock prevents a concurrent reprint of a label from being hidden with its batch.
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const batch = await getBatchOfMember(tx, { batchNo, memberId });
    const counts = (await countLabelsByStatePerBatch(tx, [batch.id])).get(batch.id);
    if (!counts || counts.queued + counts.sending > 0) {
      throw createConflictError(`批次 ${batchNo} 还没结束，先取消没打印的标签，再隐藏`);
    }
    await tx
      .updateTable('batch')
      .set({ hidden_at: ctx.now() })
      .where('id', '=', batch.id)
      .execute();
  });
