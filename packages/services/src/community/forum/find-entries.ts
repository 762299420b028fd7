import {
  type Executor,
  lockContentRow,
  type ReplyTable,
  type Selectable,
  type Tx,
} from '@yunbiao/db';
import {
  createConflictError,
  createInvalidInputError,
  createNotFoundError,
} from '../../platform/errors.ts';
import type { PostRow } from './update-post.ts';

export type ReplyRow = Selectable<ReplyTable>;

export const createPostNotFoundError = () => createNotFoundError('没有这个问题');
export const createReplyNotFoundError = () => createNotFoundError('没有这条回复');

/** Viewer of the forum. With `memberId` null only public entries are visible. */
export type Viewer = { softwareId: number; memberId: number | null };

/**
 * Returns a question the member may see: a visible one, or the member's own one in review.
 * @throws 404
 */
export const getPost = async (
  executor: Executor,
  id: number,
  { softwareId, memberId }: Viewer,
): Promise<PostRow> => {
  const post = await executor
    .selectFrom('post')
    .selectAll()
    .where('id', '=', id)
    .where('software_id', '=', softwareId)
    .executeTakeFirst();
  const isSeen =
    post?.state === 'visible' || (post?.state === 'review' && post.member_id === memberId);
  if (!post || !isSeen) throw createPostNotFoundError();
  return post;
};

/** `getPost` with a row lock until the transaction ends. @throws 404 */
export const lockPostRow = async (tx: Tx, id: number, viewer: Viewer): Promise<PostRow> => {
  await lockContentRow(tx, 'post', id);
  return getPost(tx, id, viewer);
};

/**
 * Returns the question if others can see it. @throws 409 while the member's own question is in
 * review
 */
export const requireVisiblePost = (post: PostRow): PostRow => {
  if (post.state !== 'visible') throw createConflictError('这个问题还在审核，通过以后才能这样做');
  return post;
};

/** Returns a reply of this question that the member may see. @throws 404 */
export const getReply = async (
  executor: Executor,
  id: number,
  { postId, memberId }: { postId: number; memberId: number | null },
): Promise<ReplyRow> => {
  const reply = await executor
    .selectFrom('reply')
    .selectAll()
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  const isSeen =
    reply?.state === 'visible' || (reply?.state === 'review' && reply.member_id === memberId);
  if (!reply || !isSeen) throw createReplyNotFoundError();
  return reply;
};

/** API input with exactly one of the two ids. */
export type TargetInput = { postId?: string | undefined; replyId?: string | undefined };
export type Target = { post: PostRow; reply: ReplyRow | null };

/**
 * Returns the target of a call and locks its question. Replies of an invisible question are
 * invisible too.
 * @throws 400 unless exactly one id is given, 404
 */
export const lockTargetPostRow = async (
  tx: Tx,
  input: TargetInput,
  viewer: Viewer,
): Promise<Target> => {
  const { postId, replyId } = input;
  if ((postId === undefined) === (replyId === undefined))
    throw createInvalidInputError({ postId: '问题和回复请指明一个' });
  if (postId !== undefined)
    return { post: await lockPostRow(tx, Number(postId), viewer), reply: null };
  const row = await tx
    .selectFrom('reply')
    .select(['id', 'post_id'])
    .where('id', '=', Number(replyId))
    .executeTakeFirst();
  if (!row) throw createReplyNotFoundError();
  const post = await lockPostRow(tx, row.post_id, viewer);
  const reply = await getReply(tx, row.id, { postId: post.id, memberId: viewer.memberId });
  return { post, reply };
};
