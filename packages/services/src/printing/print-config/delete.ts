import { runMemberTransaction } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { createConfigNotFoundError } from './get-print-config.ts';

/**
 * Deletes a configuration. After the default, the oldest enabled one becomes the default.
 * @throws 404
 */
export const deletePrintConfig = ({
  ctx,
  memberId,
  id,
}: MemberScope & { id: number }): Promise<void> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const deleted = await tx
      .updateTable('print_config')
      .set({ deleted_at: ctx.now() })
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .returning('is_default')
      .executeTakeFirst();
    if (!deleted) throw createConfigNotFoundError();
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
