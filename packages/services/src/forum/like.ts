import { transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { postChanged } from './changed.ts';
import { type Eyes, lockTarget, requireVisible, type TargetInput } from './find.ts';
import { updatePost } from './update-post.ts';

type Liked = { memberId: number; kind: 'post' | 'reply'; id: number };

/** Whether there is one more now, one less, or the same. */
const change = async (ctx: Context, tx: Tx, liked: Liked, on: boolean): Promise<number> => {
  const key = { member_id: liked.memberId, target_kind: liked.kind, target_id: liked.id };
  if (on) {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('forum_like')
      .values({ ...key, created_at: ctx.now() })
      .onConflict((twice) => twice.columns(['member_id', 'target_kind', 'target_id']).doNothing())
      .executeTakeFirst();
    return Number(added ?? 0n);
  }
  const { numDeletedRows: removed } = await tx
    .deleteFrom('forum_like')
    .where('member_id', '=', liked.memberId)
    .where('target_kind', '=', liked.kind)
    .where('target_id', '=', liked.id)
    .executeTakeFirst();
  return -Number(removed);
};

/** Likes a question or a reply, or takes that back; twice is once. @throws 404, 409 for one's own */
export const askLike = ({
  ctx,
  eyes,
  target,
  on,
}: {
  ctx: Context;
  eyes: Eyes & { memberId: number };
  target: TargetInput;
  on: boolean;
}): Promise<{ likeCount: number }> =>
  transaction(ctx.db, async (tx) => {
    // The lock of the question makes counts of its replies exact too.
    const { post, reply } = await lockTarget(tx, target, eyes);
    requireVisible(post);
    const { id, member_id: author, like_count: before } = reply ?? post;
    if (author === eyes.memberId) throw conflict('不能赞自己写的');
    const kind = reply ? 'reply' : 'post';
    const by = await change(ctx, tx, { memberId: eyes.memberId, kind, id }, on);
    const likeCount = before + by;
    if (by === 0) return { likeCount };
    if (reply)
      await tx.updateTable('reply').set({ like_count: likeCount }).where('id', '=', id).execute();
    else await updatePost(tx, post, { like_count: likeCount });
    await postChanged({ ctx, tx, postId: post.id, change: 'figures' });
    return { likeCount };
  });
