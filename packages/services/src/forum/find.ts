import { type Executor, lockRow, type ReplyTable, type Selectable, type Tx } from '@yunbiao/db';
import { conflict, invalid, notFound } from '../errors.ts';
import type { PostRow } from './update-post.ts';

export type ReplyRow = Selectable<ReplyTable>;

export const noPost = () => notFound('没有这个问题');
export const noReply = () => notFound('没有这条回复');

/** Whose eyes: without a member only what everybody sees. */
export type Eyes = { softwareId: number; memberId: number | null };

/**
 * A question of this software that the member may see: a visible one, or the own one that waits for review.
 * @throws 404
 */
export const getPost = async (
  executor: Executor,
  id: number,
  { softwareId, memberId }: Eyes,
): Promise<PostRow> => {
  const post = await executor
    .selectFrom('post')
    .selectAll()
    .where('id', '=', id)
    .where('software_id', '=', softwareId)
    .executeTakeFirst();
  const isSeen =
    post?.state === 'visible' || (post?.state === 'review' && post.member_id === memberId);
  if (!post || !isSeen) throw noPost();
  return post;
};

/** The same, held until the transaction ends. @throws 404 */
export const lockPost = async (tx: Tx, id: number, eyes: Eyes): Promise<PostRow> => {
  await lockRow(tx, 'post', id);
  return getPost(tx, id, eyes);
};

/** For what needs a question that everybody sees. @throws 409 while the own one waits for review */
export const requireVisible = (post: PostRow): PostRow => {
  if (post.state !== 'visible') throw conflict('这个问题还在审核，通过以后才能这样做');
  return post;
};

/** A reply of this question that the member may see. @throws 404 */
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
  if (!reply || !isSeen) throw noReply();
  return reply;
};

/** One of the two, as calls name it. */
export type TargetInput = { postId?: string | undefined; replyId?: string | undefined };
export type Target = { post: PostRow; reply: ReplyRow | null };

/**
 * What a call is about, with its question locked; a reply of a question nobody sees is not seen either.
 * @throws 400 unless exactly one is named, 404
 */
export const lockTarget = async (tx: Tx, input: TargetInput, eyes: Eyes): Promise<Target> => {
  const { postId, replyId } = input;
  if ((postId === undefined) === (replyId === undefined))
    throw invalid({ postId: '问题和回复请指明一个' });
  if (postId !== undefined) return { post: await lockPost(tx, Number(postId), eyes), reply: null };
  const row = await tx
    .selectFrom('reply')
    .select(['id', 'post_id'])
    .where('id', '=', Number(replyId))
    .executeTakeFirst();
  if (!row) throw noReply();
  const post = await lockPost(tx, row.post_id, eyes);
  const reply = await getReply(tx, row.id, { postId: post.id, memberId: eyes.memberId });
  return { post, reply };
};
