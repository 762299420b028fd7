import type { Tx } from '@yunbiao/db';
import { bumpContent, type ContentTag, forumTag, postTag } from '../content/generation.ts';
import type { Context } from '../context.ts';
import { indexPost } from '../search/index-content.ts';

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
  const tags: ContentTag[] = ['forum-posts', forumTag(post.alias), postTag(postId)];
  if (post.domain) tags.push(forumTag(post.domain));
  if (change === 'words') tags.push('forum-words');
  if (post.state !== 'visible') tags.push('forum-removed');
  await bumpContent({ ctx, tx, tags });
};
