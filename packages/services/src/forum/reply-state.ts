import type { Tx } from '@yunbiao/db';
import type { ReplyRow } from './find.ts';
import { type PostRow, updatePost } from './update-post.ts';

/** When something was last said that everybody sees. */
const activeAt = async (tx: Tx, post: PostRow): Promise<number> => {
  const row = await tx
    .selectFrom('reply')
    .select('created_at')
    .where('post_id', '=', post.id)
    .where('state', '=', 'visible')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? post.created_at;
};

/**
 * Shows a reply or takes it away; the figures of its question follow, and an accepted answer that goes leaves the
 * question unsolved. The caller holds the question's lock.
 */
export const setReplyState = async (
  tx: Tx,
  post: PostRow,
  reply: ReplyRow,
  state: 'visible' | 'review' | 'hidden' | 'deleted',
): Promise<PostRow> => {
  await tx.updateTable('reply').set({ state }).where('id', '=', reply.id).execute();
  const change = Number(state === 'visible') - Number(reply.state === 'visible');
  if (change === 0) return post;
  const isAnswerGone = change < 0 && post.accepted_reply_id === reply.id;
  return updatePost(tx, post, {
    reply_count: post.reply_count + change,
    active_at: await activeAt(tx, post),
    accepted_reply_id: isAnswerGone ? null : post.accepted_reply_id,
  });
};
