import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { lockMember, type MemberTable, type Selectable, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { requirePhoneToPost } from '../member/phone-to-post.ts';
import type { SoftwareRow } from '../software/find.ts';
import { postChanged } from './changed.ts';
import { contentHash, refuseSameReply } from './duplicate.ts';
import { getReply, lockPost, noReply, type ReplyRow, requireVisible } from './find.ts';
import { startFollowing } from './follow.ts';
import { notifyReply } from './notify.ts';
import { requirePace } from './pace.ts';
import { keepPictures } from './pictures.ts';
import { replyRows } from './present.ts';
import { setReplyState } from './reply-state.ts';
import { type PostRow, updatePost } from './update-post.ts';
import { needsReview } from './words.ts';

type Member = Pick<Selectable<MemberTable>, 'id' | 'created_at'>;
type Said = { ctx: Context; tx: Tx; post: PostRow; member: Member; content: string; hash: string };

const insert = async (said: Said, parentId: number | null): Promise<number> => {
  const { ctx, tx, post, member, content, hash } = said;
  await requirePace({ ctx, tx, member, what: 'reply' });
  if (parentId !== null) await getReply(tx, parentId, { postId: post.id, memberId: null });
  const now = ctx.now();
  const isHeld = await needsReview(tx, content);
  const reply: ReplyRow = await tx
    .insertInto('reply')
    .values({
      post_id: post.id,
      member_id: member.id,
      parent_id: parentId,
      content,
      content_hash: hash,
      state: isHeld ? 'review' : 'visible',
      like_count: 0,
      created_at: now,
      edited_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepPictures({ ctx, tx, kind: 'reply', id: reply.id, content });
  await startFollowing(ctx, tx, { memberId: member.id, postId: post.id });
  if (!isHeld) {
    await updatePost(tx, post, { reply_count: post.reply_count + 1, active_at: now });
    await notifyReply(ctx, tx, post, reply);
  }
  return reply.id;
};

const update = async (said: Said, id: number): Promise<number> => {
  const { ctx, tx, post, member, content, hash } = said;
  const reply = await getReply(tx, id, { postId: post.id, memberId: member.id });
  if (reply.member_id !== member.id) throw noReply();
  await keepPictures({ ctx, tx, kind: 'reply', id, content, was: reply.content });
  await tx
    .updateTable('reply')
    .set({ content, content_hash: hash, edited_at: ctx.now() })
    .where('id', '=', id)
    .execute();
  if (reply.state === 'visible' && (await needsReview(tx, content)))
    await setReplyState(tx, post, reply, 'review');
  return id;
};

/**
 * Replies to a question, or changes an own reply. With a word of the staff's list in it, it waits for review.
 * @throws 403 without a telephone where one is needed, 404, 409 for what was said before, 429 with the seconds to wait
 */
export const askPostReply = async ({
  ctx,
  software,
  member,
  input,
}: {
  ctx: Context;
  software: SoftwareRow;
  member: Member;
  input: CallParsed<'askPostReply'>;
}): Promise<CallOutput<'askPostReply'>> => {
  const { content } = input;
  const hash = contentHash(content);
  const memberId = member.id;
  const { post, id } = await transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    await requirePhoneToPost(ctx, tx, memberId);
    const eyes = { softwareId: software.id, memberId };
    const question = requireVisible(await lockPost(tx, Number(input.postId), eyes));
    const ownId = Number(input.id ?? 0);
    const said = { ctx, tx, post: question, member, content, hash };
    if (input.id !== undefined) await getReply(tx, ownId, { postId: question.id, memberId });
    await refuseSameReply({ ctx, tx, memberId, hash, ownId });
    const replyId =
      input.id === undefined
        ? await insert(said, input.parentId === undefined ? null : Number(input.parentId))
        : await update(said, ownId);
    await postChanged({ ctx, tx, postId: question.id });
    return { post: question, id: replyId };
  });
  const [row] = await replyRows(ctx.db.kysely, post, [id]);
  if (!row) throw noReply();
  return row;
};
