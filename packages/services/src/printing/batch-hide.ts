import { lockMember, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { countLabels } from '../label-state/batch-counts.ts';
import { getBatchOfMember } from './get-batch.ts';

/** Hides a finished batch and its labels from lists; statistics keep counting it. @throws 404, 409 while it runs */
export const hideBatch = ({
  ctx,
  memberId,
  batchNo,
}: {
  ctx: Context;
  memberId: number;
  batchNo: string;
}): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    // A label sent again at the same moment keeps its batch in sight.
    await lockMember(tx, memberId);
    const batch = await getBatchOfMember(tx, { batchNo, memberId });
    const counts = (await countLabels(tx, [batch.id])).get(batch.id);
    if (!counts || counts.queued + counts.sending > 0) {
      throw conflict(`批次 ${batchNo} 还没结束，先取消没印的标签，再隐藏`);
    }
    await tx
      .updateTable('batch')
      .set({ hidden_at: ctx.now() })
      .where('id', '=', batch.id)
      .execute();
  });
