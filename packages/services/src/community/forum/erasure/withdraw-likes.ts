import { lockContentRow, runTransaction, type Tx } from '@yunbiao/db';
import type { Context, MemberScope } from '../../../platform/context.ts';
import { refreshPostIndexAndPages } from '../publish-post-change.ts';
import { updatePostAndGroupCounts } from '../update-post.ts';

type Like = { id: number; target_kind: string; target_id: number };

const findPostId = async (
  tx: Tx,
  { target_kind: kind, target_id: id }: Like,
): Promise<number | undefined> => {
  if (kind === 'post') return id;
  const row = await tx
    .selectFrom('reply')
    .select('post_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.post_id;
};

const findPostRow = (tx: Tx, id: number) =>
  tx.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirst();

const withdrawLike = async (ctx: Context, tx: Tx, like: Like): Promise<void> => {
  const postId = await findPostId(tx, like);
  // The lock on the question also protects the counts of its replies.
  if (postId !== undefined) await lockContentRow(tx, 'post', postId);
  const { numDeletedRows } = await tx
    .deleteFrom('forum_like')
    .where('id', '=', like.id)
    .executeTakeFirst();
  const post = postId === undefined ? undefined : await findPostRow(tx, postId);
  if (numDeletedRows === 0n || !post) return;
  if (like.target_kind === 'reply')
    await tx
      .updateTable('reply')
      .set((eb) => ({ like_count: eb('like_count', '-', 1) }))
      .where('id', '=', like.target_id)
      .execute();
  else await updatePostAndGroupCounts(tx, post, { like_count: post.like_count - 1 });
  await refreshPostIndexAndPages({ ctx, tx, postId: post.id, change: 'figures' });
};

const AT_ONCE = 50;

/**
 * Removes some of a member's likes, each in its own transaction. Returns the number removed; 0 at
 * the end.
 */
export const withdrawLikes = async ({ ctx, memberId }: MemberScope): Promise<number> => {
  const likes = await ctx.db.kysely
    .selectFrom('forum_like')
    .select(['id', 'target_kind', 'target_id'])
    .where('member_id', '=', memberId)
    .limit(AT_ONCE)
    .execute();
  for (const like of likes) await runTransaction(ctx.db, (tx) => withdrawLike(ctx, tx, like));
  return likes.length;
};
