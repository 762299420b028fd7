import { lockMember, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Deletes a configuration; when it was the default, the oldest enabled one left becomes it. @throws 404 */
export const deletePrintConfig = ({
  ctx,
  memberId,
  id,
}: {
  ctx: Context;
  memberId: number;
  id: number;
}): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const deleted = await tx
      .updateTable('print_config')
      .set({ deleted_at: ctx.now() })
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .returning('is_default')
      .executeTakeFirst();
    if (!deleted) throw notFound('没有这个打印机配置');
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
