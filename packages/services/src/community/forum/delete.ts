import { runTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { refreshPostIndexAndPages } from './publish-post-change.ts';
import {
  type Viewer,
  lockTargetPostRow,
  createPostNotFoundError,
  createReplyNotFoundError,
  type TargetInput,
} from './find-entries.ts';
import { releaseEntryPictures } from './pictures.ts';
import { setReplyState } from './reply-state.ts';
import { updatePostAndGroupCounts } from './update-post.ts';

/** Deletes the member's own question with all replies, or an own reply. @throws 404 */
export const deleteOwnEntry = ({
  ctx,
  eyes: viewer,
  target,
}: {
  ctx: Context;
  eyes: Viewer & { memberId: number };
  target: TargetInput;
}): Promise<Record<string, never>> =>
  runTransaction(ctx.db, async (tx) => {
    const { post, reply } = await lockTargetPostRow(tx, target, viewer);
    if ((reply ?? post).member_id !== viewer.memberId)
      throw reply ? createReplyNotFoundError() : createPostNotFoundError();
    if (reply) await setReplyState(tx, post, reply, 'deleted');
    else await updatePostAndGroupCounts(tx, post, { state: 'deleted' });
    await releaseEntryPictures(ctx, tx, { post, reply });
    await refreshPostIndexAndPages({ ctx, tx, postId: post.id });
    return {};
  });
