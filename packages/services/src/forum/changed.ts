import { forumTag, postTag } from '@yunbiao/contract';
import type { Tx } from '@yunbiao/db';
import { raises } from '../cache/generation.ts';
import type { Context } from '../context.ts';
import { indexPost } from '../search/index-content.ts';

const shownChanged = raises('forum-posts', 'forum-words', 'forum-removed', 'forum:', 'post:');

/** What of a question pages show: its words (with its replies, its state, its answer), or only figures like likes. */
type Change = 'words' | 'figures';

/**
 * The one place where what people see of a question changes: cached pages and the search follow it in the same
 * transaction. Call it last.
 */
export const postChanged = async ({
  ctx,
  tx,
  postId,
  change = 'words',
}: {
  ctx: Context;
  tx: Tx;
  postId: number;
  change?: Change;
}): Promise<void> => {
  const post = await tx
    .selectFrom('post')
    .innerJoin('software', 'software.id', 'post.software_id')
    .select(['post.state', 'software.alias', 'software.domain'])
    .where('post.id', '=', postId)
    .executeTakeFirstOrThrow();
  if (change === 'words') await indexPost({ tx, id: postId });
  const tags: Parameters<typeof shownChanged>[1][number][] = [
    'forum-posts',
    forumTag(post.alias),
    postTag(postId),
  ];
  if (post.domain) tags.push(forumTag(post.domain));
  if (change === 'words') tags.push('forum-words');
  if (post.state !== 'visible') tags.push('forum-removed');
  await shownChanged({ ctx, tx }, tags);
};
