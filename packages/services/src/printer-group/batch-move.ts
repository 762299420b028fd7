import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { printersOfBatch } from './batch-group.ts';
import { relocate } from './relocate.ts';

/**
 * Moves what waits for printers that cannot print on to others of the batch's group, by the member's word: at once, and
 * where the rule is to ask. @throws 404 for another member's batch, 409 when nothing can be moved, and why
 */
export const moveBatch = async ({
  ctx,
  memberId,
  batchNo,
}: {
  ctx: Context;
  memberId: number;
  batchNo: string;
}): Promise<CallOutput<'batchMove'>> => {
  const batch = await ctx.db.kysely
    .selectFrom('batch')
    .select(['id', 'printer_id', 'printer_group_id'])
    .where('member_id', '=', memberId)
    .where('batch_no', '=', batchNo)
    .where('hidden_at', 'is', null)
    .executeTakeFirst();
  if (!batch) throw notFound(`没有批次 ${batchNo}`);
  if (batch.printer_group_id === null) throw conflict('这一批不是打到打印机组的，转不了');
  let [moved, recalled, why] = [0, 0, ''];
  for (const printerId of await printersOfBatch(ctx.db.kysely, batch)) {
    const done = await relocate({ ctx, batchId: batch.id, printerId, by: 'member' });
    moved += done.moved;
    recalled += done.recalled;
    why ||= done.why;
  }
  if (moved + recalled === 0) throw conflict(why || '没有在等的标签，或者打印机好了');
  return { moved, requested: recalled };
};
