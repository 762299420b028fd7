import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../../platform/context.ts';
import { renderPost } from '../../platform/markdown/markdown.ts';
import { findSimilarPosts } from './similar/similar.ts';
import type { SoftwareRow } from '../../identity/software/find.ts';
import { toIsoOrNull } from '../../platform/time.ts';
import { getPost, createPostNotFoundError } from './find-entries.ts';
import { loadPosts, loadReplies } from './present.ts';

/** Returns a question with its answer and similar questions. @throws 404 */
export const getPostDetails = async ({
  ctx,
  software,
  memberId,
  id,
}: {
  ctx: Context;
  software: SoftwareRow;
  memberId: number | null;
  id: number;
}): Promise<CallOutput<'askPostDetails'>> => {
  const { kysely } = ctx.db;
  const post = await getPost(kysely, id, { softwareId: software.id, memberId });
  const [row] = await loadPosts(kysely, [id]);
  if (!row) throw createPostNotFoundError();
  const acceptedReplyId = post.accepted_reply_id;
  const [answer] =
    acceptedReplyId === null ? [] : await loadReplies(kysely, post, [acceptedReplyId]);
  const similar = await findSimilarPosts({ ctx, softwareId: software.id, title: post.title });
  return {
    ...row,
    state: post.state === 'review' ? 'review' : 'visible',
    html: renderPost(post.content),
    editedAt: toIsoOrNull(post.edited_at),
    accepted: answer ?? null,
    similar: similar.filter((similarPost) => similarPost.id !== row.id),
  };
};
