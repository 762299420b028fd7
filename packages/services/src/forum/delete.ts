import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { postChanged } from './changed.ts';
import { type Eyes, lockTarget, noPost, noReply, type TargetInput } from './find.ts';
import { dropPictures } from './pictures.ts';
import { setReplyState } from './reply-state.ts';
import { updatePost } from './update-post.ts';

/** Takes an own question, with all its replies, or an own reply away. @throws 404 */
export const askDelete = ({
  ctx,
  eyes,
  target,
}: {
  ctx: Context;
  eyes: Eyes & { memberId: number };
  target: TargetInput;
}): Promise<Record<string, never>> =>
  transaction(ctx.db, async (tx) => {
    const { post, reply } = await lockTarget(tx, target, eyes);
    if ((reply ?? post).member_id !== eyes.memberId) throw reply ? noReply() : noPost();
    if (reply) await setReplyState(tx, post, reply, 'deleted');
    else await updatePost(tx, post, { state: 'deleted' });
    await dropPictures(ctx, tx, { post, reply });
    await postChanged({ ctx, tx, postId: post.id });
    return {};
  });
