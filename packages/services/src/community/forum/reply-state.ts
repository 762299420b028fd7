import type { Tx } from '@yunbiao/db';
import type { ReplyRow } from './find-entries.ts';
import { type PostRow, updatePostAndGroupCounts } from './update-post.ts';

/** Time of the last visible reply, else of the question. */
const findLastActivity = async (tx: Tx, post: PostRow): Promise<number> => {
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
 * Changes the state of a reply and updates the counts of its question. If the accepted answer
 * disappears, the question becomes unsolved. The caller holds the question's lock.
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
  return updatePostAndGroupCounts(tx, post, {
    reply_count: post.reply_count + change,
    active_at: await findLastActivity(tx, post),
    accepted_reply_id: isAnswerGone ? null : post.accepted_reply_id,
  });
};
