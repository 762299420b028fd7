import { lockMemberRow, runTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';

/**
 * Deletes a configuration. After the default, the oldest enabled one becomes the default.
 * @throws 404
 */
export const deletePrintConfig = ({
  ctx,
  memberId,
  id,
}: {
  ctx: Context;
  memberId: number;
  id: number;
}): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    await lockMemberRow(tx, memberId);
    const deleted = await tx
      .updateTable('print_config')
      .set({ deleted_at: ctx.now() })
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .returning('is_default')
      .executeTakeFirst();
    if (!deleted) throw createNotFoundError('没有这个打印机配置');
    if (deleted.is_default === 0) return;
    await tx.updateTable('print_config').set({ is_default: 0 }).where('id', '=', id).execute();
    const heir = await tx
      .selectFrom('print_config')
      .select('id')
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .orderBy('enabled', 'desc')
      .orderBy('id')
      .executeTakeFirst();
    if (!heir) return;
    await tx.updateTable('print_config').set({ is_default: 1 }).where('id', '=', heir.id).execute();
  });
