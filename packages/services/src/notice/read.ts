import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { unreadOf } from './list.ts';

/** Marks one own notice read, or without an id all of them; reading twice keeps the first time. @throws 404 */
export const noticeRead = ({
  ctx,
  memberId,
  id,
}: {
  ctx: Context;
  memberId: number;
  id: number | null;
}): Promise<{ unread: number }> =>
  transaction(ctx.db, async (tx) => {
    if (id !== null) {
      const row = await tx
        .selectFrom('notice')
        .select('id')
        .where('id', '=', id)
        .where('member_id', '=', memberId)
        .executeTakeFirst();
      if (!row) throw notFound('没有这条通知');
    }
    await tx
      .updateTable('notice')
      .set({ read_at: ctx.now() })
      .where('member_id', '=', memberId)
      .where('read_at', 'is', null)
      .$if(id !== null, (query) => query.where('id', '=', id ?? 0))
      .execute();
    return { unread: await unreadOf(tx, memberId) };
  });
