import type { CallOutput } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { createConflictError, createNotFoundError } from '../../platform/errors.ts';
import { listPrintersOfBatch } from './batch-group.ts';
import { moveLabels } from './move-labels.ts';

/**
 * Moves waiting labels from printers that cannot print to others of the group, at the member's
 * request: without delay, and also when the rule asks first.
 * @throws 404 for a batch of another member, 409 with the reason when nothing can be moved
 */
export const moveBatch = async ({
  ctx,
  memberId,
  batchNo,
}: MemberScope & { batchNo: string }): Promise<CallOutput<'batchMove'>> => {
  const batch = await ctx.db.kysely
    .selectFrom('batch')
    .select(['id', 'printer_id', 'printer_group_id'])
    .where('member_id', '=', memberId)
    .where('batch_no', '=', batchNo)
    .where('hidden_at', 'is', null)
    .executeTakeFirst();
  if (!batch) throw createNotFoundError(`没有批次 ${batchNo}`);
  if (batch.printer_group_id === null)
    throw createConflictError('这一批不是打印到打印机组的，转不了');
  let [movedCount, recalled, reason] = [0, 0, ''];
  for (const printerId of await listPrintersOfBatch(ctx.db.kysely, batch)) {
    const moveResult = await moveLabels({ ctx, batchId: batch.id, printerId, by: 'member' });
    movedCount += moveResult.moved;
    recalled += moveResult.recalled;
    reason ||= moveResult.why;
  }
  if (movedCount + recalled === 0)
    throw createConflictError(reason || '没有在等的标签，或者打印机好了');
  return { moved: movedCount, requested: recalled };
};
