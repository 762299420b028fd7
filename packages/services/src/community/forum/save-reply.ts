import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { type MemberTable, type Selectable, type Tx, runMemberTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { requirePhoneToPost } from '../../identity/member/phone-to-post.ts';
import type { SoftwareRow } from '../../identity/software/find.ts';
import { refreshPostIndexAndPages } from './publish-post-change.ts';
import { hashContent, rejectDuplicateReply } from './similar/duplicate.ts';
import {
  getReply,
  lockPostRow,
  createReplyNotFoundError,
  type ReplyRow,
  requireVisiblePost,
} from './find-entries.ts';
import { startFollowing } from './follow.ts';
import { notifyReply } from './notify.ts';
import { enforcePostingRate } from './rate-limit.ts';
import { recordEntryPictures } from './pictures.ts';
import { loadReplies } from './present.ts';
import { setReplyState } from './reply-state.ts';
import { type PostRow, updatePostAndGroupCounts } from './update-post.ts';
import { containsReviewWord } from './review-words.ts';

type Member = Pick<Selectable<MemberTable>, 'id' | 'created_at'>;
type NewReply = {
  ctx: Context;
  tx: Tx;
  post: PostRow;
  member: Member;
  content: string;
  hash: string;
};

const insertReply = async (newReply: NewReply, parentId: number | null): Promise<number> => {
  const { ctx, tx, post, member, content, hash } = newReply;
  await enforcePostingRate({ ctx, tx, member, what: 'reply' });
  if (parentId !== null) await getReply(tx, parentId, { postId: post.id, memberId: null });
  const now = ctx.now();
  const isHeld = await containsReviewWord(tx, content);
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
  await recordEntryPictures({ ctx, tx, kind: 'reply', id: reply.id, content });
  await startFollowing(ctx, tx, { memberId: member.id, postId: post.id });
  if (!isHeld) {
    await updatePostAndGroupCounts(tx, post, { reply_count: post.reply_count + 1, active_at: now });
    await notifyReply(ctx, tx, post, reply);
  }
  return reply.id;
};

const editReply = async (newReply: NewReply, id: number): Promise<number> => {
  const { ctx, tx, post, member, content, hash } = newReply;
  const reply = await getReply(tx, id, { postId: post.id, memberId: member.id });
  if (reply.member_id !== member.id) throw createReplyNotFoundError();
  await recordEntryPictures({
    ctx,
    tx,
    kind: 'reply',
    id,
    content,
    previousContent: reply.content,
  });
  await tx
    .updateTable('reply')
    .set({ content, content_hash: hash, edited_at: ctx.now() })
    .where('id', '=', id)
    .execute();
  if (reply.state === 'visible' && (await containsReviewWord(tx, content)))
    await setReplyState(tx, post, reply, 'review');
  return id;
};

/**
 * Creates a reply or changes the member's own one. A word on the staff's list sends it to review.
 * @throws 403 if a phone number is required but not bound, 404, 409 for a duplicate reply, 429 with
 * the seconds to wait
 */
export const saveReply = async ({
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
  const hash = hashContent(content);
  const memberId = member.id;
  const { post, id } = await runMemberTransaction(ctx.db, memberId, async (tx) => {
    await requirePhoneToPost(ctx, tx, memberId);
    const viewer = { softwareId: software.id, memberId };
    const question = requireVisiblePost(await lockPostRow(tx, Number(input.postId), viewer));
    const ownId = Number(input.id ?? 0);
    const draft = { ctx, tx, post: question, member, content, hash };
    if (input.id !== undefined) await getReply(tx, ownId, { postId: question.id, memberId });
    await rejectDuplicateReply({ ctx, tx, memberId, hash, ownId });
    const replyId =
      input.id === undefined
        ? await insertReply(draft, input.parentId === undefined ? null : Number(input.parentId))
        : await editReply(draft, ownId);
    await refreshPostIndexAndPages({ ctx, tx, postId: question.id });
    return { post: question, id: replyId };
  });
  const [row] = await loadReplies(ctx.db.kysely, post, [id]);
  if (!row) throw createReplyNotFoundError();
  return row;
};
