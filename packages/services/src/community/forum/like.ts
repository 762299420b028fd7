import { runTransaction, type Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createConflictError } from '../../platform/errors.ts';
import { refreshPostIndexAndPages } from './publish-post-change.ts';
import {
  type Viewer,
  lockTargetPostRow,
  requireVisiblePost,
  type TargetInput,
} from './find-entries.ts';
import { updatePostAndGroupCounts } from './update-post.ts';

type LikeTarget = { memberId: number; kind: 'post' | 'reply'; id: number };

/** Returns the change of the number of likes: 1, -1 or 0. */
const addOrRemoveLike = async (
  ctx: Context,
  tx: Tx,
  liked: LikeTarget,
  on: boolean,
): Promise<number> => {
  const key = { member_id: liked.memberId, target_kind: liked.kind, target_id: liked.id };
  if (on) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('forum_like')
      .values({ ...key, created_at: ctx.now() })
      .onConflict((twice) => twice.columns(['member_id', 'target_kind', 'target_id']).doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows ?? 0n);
  }
  const { numDeletedRows } = await tx
    .deleteFrom('forum_like')
    .where('member_id', '=', liked.memberId)
    .where('target_kind', '=', liked.kind)
    .where('target_id', '=', liked.id)
    .executeTakeFirst();
  return -Number(numDeletedRows);
};

/**
 * Likes a question or a reply, or takes it back. Idempotent.
 * @throws 404, 409 for the member's own entry
 */
export const setEntryLiked = ({
  ctx,
  eyes: viewer,
  target,
  on,
}: {
  ctx: Context;
  eyes: Viewer & { memberId: number };
  target: TargetInput;
  on: boolean;
}): Promise<{ likeCount: number }> =>
  runTransaction(ctx.db, async (tx) => {
    // The lock on the question also protects the counts of its replies.
    const { post, reply } = await lockTargetPostRow(tx, target, viewer);
    requireVisiblePost(post);
    const { id, member_id: author, like_count: before } = reply ?? post;
    if (author === viewer.memberId) throw createConflictError('不能赞自己写的');
    const kind = reply ? 'reply' : 'post';
    const delta = await addOrRemoveLike(ctx, tx, { memberId: viewer.memberId, kind, id }, on);
    const likeCount = before + delta;
    if (delta === 0) return { likeCount };
    if (reply)
      await tx.updateTable('reply').set({ like_count: likeCount }).where('id', '=', id).execute();
    else await updatePostAndGroupCounts(tx, post, { like_count: likeCount });
    await refreshPostIndexAndPages({ ctx, tx, postId: post.id, change: 'figures' });
    return { likeCount };
  });
