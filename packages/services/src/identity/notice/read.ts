import { onCommit, runTransaction } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import { countUnreadNotices } from './list.ts';

/**
 * Marks own notices read: one, those about a question and its replies, or all. A notice keeps the
 * time of its first reading.
 * @throws 404 for a notice of another member
 */
export const markNoticesRead = ({
  ctx,
  memberId,
  id,
  postId = null,
}: MemberScope & { id: number | null; postId?: string | null }): Promise<{ unread: number }> =>
  runTransaction(ctx.db, async (tx) => {
    if (id !== null) {
      const row = await tx
        .selectFrom('notice')
        .select('id')
        .where('id', '=', id)
        .where('member_id', '=', memberId)
        .executeTakeFirst();
      if (!row) throw createNotFoundError('没有这条通知');
    }
    await tx
      .updateTable('notice')
      .set({ read_at: ctx.now() })
      .where('member_id', '=', memberId)
      .where('read_at', 'is', null)
      .$if(id !== null, (query) => query.where('id', '=', id ?? 0))
      .$if(postId !== null, (query) =>
        query.where((eb) =>
          // The alias of the software may have changed since.
          eb.or(['', '?%'].map((rest) => eb('path', 'like', `/%/qa/${postId}.html${rest}`))),
        ),
      )
      .execute();
    onCommit(tx, () => ctx.bus.emit('notices-changed', { memberId }));
    return { unread: await countUnreadNotices(tx, memberId) };
  });
