import { runTransaction } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { createConflictError } from '../../../platform/errors.ts';
import { recordAudit } from '../../../identity/audit/audit.ts';
import { refreshPostIndexAndPages } from '../publish-post-change.ts';
import { notifyStaffDecision } from '../notify.ts';
import { releaseEntryPictures } from '../pictures.ts';
import { setPostOrReplyState } from './staff.ts';
import { lockEntryInAnyState } from './staff-target.ts';

/**
 * Deletes a question with all replies, or one reply, and notifies its author.
 * @throws 400, 404; 409 if it is already deleted
 */
export const deleteForumEntry = ({ ctx, kind, id }: { ctx: Context; kind: string; id: string }) =>
  runTransaction(ctx.db, async (tx) => {
    const target = await lockEntryInAnyState(tx, kind, id);
    const targetRow = target.reply ?? target.post;
    if (targetRow.state === 'deleted') throw createConflictError('它已经删除了');
    const { post, reply } = await setPostOrReplyState(tx, target, 'deleted');
    await releaseEntryPictures(ctx, tx, { post, reply });
    await notifyStaffDecision(ctx, tx, { post, reply }, 'deleted');
    await recordAudit({
      ctx,
      tx,
      ...(reply
        ? { action: 'reply.delete', subject: `reply:${reply.id}` }
        : { action: 'post.delete', subject: `post:${post.id}` }),
      detail: { memberId: targetRow.member_id, from: targetRow.state },
    });
    await refreshPostIndexAndPages({ ctx, tx, postId: post.id });
    return { title: post.title };
  });
