import { getForumCacheTag, getPostBucketTag } from '@yunbiao/contract';
import type { Tx } from '@yunbiao/db';
import { createInvalidator } from '../../platform/cache/generation.ts';
import type { Context } from '../../platform/context.ts';
import { indexPost } from '../../platform/search/index-content.ts';

const invalidatePost = createInvalidator(
  'forum-posts',
  'forum-words',
  'forum-removed',
  'forum:',
  'post:',
);

/**
 * Kind of change: `words` for text, replies, state or answer; `figures` for counts such as likes.
 */
type Change = 'words' | 'figures';

/**
 * Invalidates cached pages and updates the search index in the same transaction. Every visible
 * change of a question must call it, as the last step.
 */
export const refreshPostIndexAndPages = async ({
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
  const tags: Parameters<typeof invalidatePost>[1][number][] = [
    'forum-posts',
    getForumCacheTag(post.alias),
    getPostBucketTag(postId),
  ];
  if (post.domain) tags.push(getForumCacheTag(post.domain));
  if (change === 'words') tags.push('forum-words');
  if (post.state !== 'visible') tags.push('forum-removed');
  await invalidatePost({ ctx, tx }, tags);
};
