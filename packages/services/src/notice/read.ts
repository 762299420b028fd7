import { onCommit, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { getUnread } from './list.ts';

/**
 * Marks own notices read: the one named, those about a question and its replies, or all of them. Reading twice keeps the
 * first time.
 * @throws 404 for a notice of somebody else
 */
export const noticeRead = ({
  ctx,
  memberId,
  id,
  postId = null,
}: {
  ctx: Context;
  memberId: number;
  id: number | null;
  postId?: string | null;
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
      .$if(postId !== null, (query) =>
        query.where((eb) =>
          // The software may have got another alias since.
          eb.or(['', '?%'].map((rest) => eb('path', 'like', `/%/qa/${postId}.html${rest}`))),
        ),
      )
      .execute();
    onCommit(tx, () => ctx.bus.emit('notices-changed', { memberId }));
    return { unread: await getUnread(tx, memberId) };
  });
