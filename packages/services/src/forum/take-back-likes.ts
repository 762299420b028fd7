import { lockRow, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { postChanged } from './changed.ts';
import { updatePost } from './update-post.ts';

type Like = { id: number; target_kind: string; target_id: number };

const getPostId = async (
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

const getPostRow = (tx: Tx, id: number) =>
  tx.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirst();

const takeBack = async (ctx: Context, tx: Tx, like: Like): Promise<void> => {
  const postId = await getPostId(tx, like);
  // The lock of the question makes counts of its replies exact too.
  if (postId !== undefined) await lockRow(tx, 'post', postId);
  const { numDeletedRows } = await tx
    .deleteFrom('forum_like')
    .where('id', '=', like.id)
    .executeTakeFirst();
  const post = postId === undefined ? undefined : await getPostRow(tx, postId);
  if (numDeletedRows === 0n || !post) return;
  if (like.target_kind === 'reply')
    await tx
      .updateTable('reply')
      .set((eb) => ({ like_count: eb('like_count', '-', 1) }))
      .where('id', '=', like.target_id)
      .execute();
  else await updatePost(tx, post, { like_count: post.like_count - 1 });
  await postChanged({ ctx, tx, postId: post.id, change: 'figures' });
};

const AT_ONCE = 50;

/** Takes some of a member's likes back, each in a transaction of its own. Returns how many; 0 when there are no more. */
export const takeBackLikes = async ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<number> => {
  const likes = await ctx.db.kysely
    .selectFrom('forum_like')
    .select(['id', 'target_kind', 'target_id'])
    .where('member_id', '=', memberId)
    .limit(AT_ONCE)
    .execute();
  for (const like of likes) await transaction(ctx.db, (tx) => takeBack(ctx, tx, like));
  return likes.length;
};
