import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';
import { postChanged } from './changed.ts';
import { type Eyes, getReply, lockPost, requireVisible } from './find.ts';
import { notifyAccepted } from './notify.ts';
import { updatePost } from './update-post.ts';

/** Takes a reply for the answer, or takes that back. Only who asked may. @throws 403, 404 */
export const askAccept = ({
  ctx,
  eyes,
  postId,
  replyId,
}: {
  ctx: Context;
  eyes: Eyes & { memberId: number };
  postId: number;
  replyId: number | null;
}): Promise<Record<string, never>> =>
  transaction(ctx.db, async (tx) => {
    const post = requireVisible(await lockPost(tx, postId, eyes));
    if (post.member_id !== eyes.memberId) throw forbidden('只有提问的人可以采纳');
    if (replyId === post.accepted_reply_id) return {};
    const reply = replyId === null ? null : await getReply(tx, replyId, { postId, memberId: null });
    await updatePost(tx, post, { accepted_reply_id: replyId });
    if (reply) await notifyAccepted(ctx, tx, post, reply);
    await postChanged({ ctx, tx, postId });
    return {};
  });
