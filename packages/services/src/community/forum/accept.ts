import { runTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createForbiddenError } from '../../platform/errors.ts';
import { refreshPostIndexAndPages } from './publish-post-change.ts';
import { type Viewer, getReply, lockPostRow, requireVisiblePost } from './find-entries.ts';
import { notifyReplyAccepted } from './notify.ts';
import { updatePostAndGroupCounts } from './update-post.ts';

/** Accepts a reply as the answer, or withdraws that. Only the asker may do so. @throws 403, 404 */
export const acceptReply = ({
  ctx,
  eyes: viewer,
  postId,
  replyId,
}: {
  ctx: Context;
  eyes: Viewer & { memberId: number };
  postId: number;
  replyId: number | null;
}): Promise<Record<string, never>> =>
  runTransaction(ctx.db, async (tx) => {
    const post = requireVisiblePost(await lockPostRow(tx, postId, viewer));
    if (post.member_id !== viewer.memberId) throw createForbiddenError('只有提问的人可以采纳');
    if (replyId === post.accepted_reply_id) return {};
    const reply = replyId === null ? null : await getReply(tx, replyId, { postId, memberId: null });
    await updatePostAndGroupCounts(tx, post, { accepted_reply_id: replyId });
    if (reply) await notifyReplyAccepted(ctx, tx, post, reply);
    await refreshPostIndexAndPages({ ctx, tx, postId });
    return {};
  });
