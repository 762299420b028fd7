import { runTransaction, type Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { type Viewer, lockPostRow, requireVisiblePost } from './find-entries.ts';

/** Makes a member follow a question; changes nothing if the member already does. */
export const startFollowing = async (
  ctx: Context,
  tx: Tx,
  follow: { memberId: number; postId: number },
): Promise<void> => {
  await tx
    .insertInto('forum_follow')
    .values({ member_id: follow.memberId, post_id: follow.postId, created_at: ctx.now() })
    .onConflict((conflict) => conflict.columns(['member_id', 'post_id']).doNothing())
    .execute();
};

/** Follows a question, or stops following it. @throws 404 */
export const setPostFollowed = ({
  ctx,
  eyes: viewer,
  postId,
  on,
}: {
  ctx: Context;
  eyes: Viewer & { memberId: number };
  postId: number;
  on: boolean;
}): Promise<Record<string, never>> =>
  runTransaction(ctx.db, async (tx) => {
    requireVisiblePost(await lockPostRow(tx, postId, viewer));
    const { memberId } = viewer;
    if (on) await startFollowing(ctx, tx, { memberId, postId });
    else
      await tx
        .deleteFrom('forum_follow')
        .where('member_id', '=', memberId)
        .where('post_id', '=', postId)
        .execute();
    return {};
  });
