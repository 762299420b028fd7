import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { runTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import {
  type Viewer,
  getPost,
  lockTargetPostRow,
  createPostNotFoundError,
  createReplyNotFoundError,
  type TargetInput,
} from './find-entries.ts';

type Own = Viewer & { memberId: number };

/** The member's relation to a question. @throws 404 */
export const getOwnPostRelation = async ({
  ctx,
  eyes: viewer,
  input,
}: {
  ctx: Context;
  eyes: Own;
  input: CallParsed<'askOwn'>;
}): Promise<CallOutput<'askOwn'>> => {
  const { kysely } = ctx.db;
  const postId = Number(input.postId);
  const { memberId } = viewer;
  const post = await getPost(kysely, postId, viewer);
  const likes = kysely.selectFrom('forum_like').where('forum_like.member_id', '=', memberId);
  const liked = await likes
    .select('forum_like.id')
    .where('target_kind', '=', 'post')
    .where('target_id', '=', postId)
    .executeTakeFirst();
  const likedReplies = await likes
    .innerJoin('reply', 'reply.id', 'forum_like.target_id')
    .select('reply.id')
    .where('target_kind', '=', 'reply')
    .where('reply.post_id', '=', postId)
    .where('reply.state', '=', 'visible')
    .execute();
  const followed = await kysely
    .selectFrom('forum_follow')
    .select('id')
    .where('member_id', '=', memberId)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  const myReplies = await kysely
    .selectFrom('reply')
    .select('id')
    .where('member_id', '=', memberId)
    .where('post_id', '=', postId)
    .where('state', 'in', ['visible', 'review'])
    .execute();
  return {
    mine: post.member_id === memberId,
    liked: liked !== undefined,
    followed: followed !== undefined,
    myReplies: myReplies.map(({ id }) => String(id)),
    likedReplies: likedReplies.map(({ id }) => String(id)),
  };
};

/**
 * Returns the Markdown of the member's own question or reply for editing.
 * @throws 404, also for another member's
 */
export const getEntrySource = ({
  ctx,
  eyes,
  target,
}: {
  ctx: Context;
  eyes: Own;
  target: TargetInput;
}): Promise<CallOutput<'askSource'>> =>
  runTransaction(ctx.db, async (tx) => {
    const { post, reply } = await lockTargetPostRow(tx, target, eyes);
    if ((reply ?? post).member_id !== eyes.memberId)
      throw reply ? createReplyNotFoundError() : createPostNotFoundError();
    const { content } = reply ?? post;
    return { gid: String(post.group_id), title: post.title, content };
  });
