import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { type MemberTable, type Selectable, type Tx, runMemberTransaction } from '@yunbiao/db';
import { getExcerpt } from '../../platform/markdown/markdown.ts';
import type { Context } from '../../platform/context.ts';
import { requirePhoneToPost } from '../../identity/member/phone-to-post.ts';
import type { SoftwareRow } from '../../identity/software/find.ts';
import { refreshPostIndexAndPages } from './publish-post-change.ts';
import { hashContent, rejectDuplicatePost } from './similar/duplicate.ts';
import { lockPostRow, createPostNotFoundError } from './find-entries.ts';
import { startFollowing } from './follow.ts';
import { requireGroup } from './groups.ts';
import { enforcePostingRate } from './rate-limit.ts';
import { recordEntryPictures } from './pictures.ts';
import { getPostDetails } from './post-details.ts';
import {
  updateGroupCounts,
  computeHotRank,
  POST_EXCERPT,
  updatePostAndGroupCounts,
} from './update-post.ts';
import { containsReviewWord } from './review-words.ts';

type Member = Pick<Selectable<MemberTable>, 'id' | 'created_at'>;
type Texts = {
  group_id: number;
  title: string;
  content: string;
  excerpt: string;
  content_hash: string;
};
type NewPost = { ctx: Context; tx: Tx; softwareId: number; member: Member; texts: Texts };

const insertPost = async ({ ctx, tx, softwareId, member, texts }: NewPost): Promise<number> => {
  await enforcePostingRate({ ctx, tx, member, what: 'post' });
  const now = ctx.now();
  const figures = { reply_count: 0, like_count: 0, created_at: now };
  const row = {
    ...texts,
    ...figures,
    software_id: softwareId,
    member_id: member.id,
    pinned: 0,
    state: (await containsReviewWord(tx, texts.title, texts.content)) ? 'review' : 'visible',
    accepted_reply_id: null,
    hot: computeHotRank(figures),
    edited_at: null,
    active_at: now,
  };
  const { id } = await tx.insertInto('post').values(row).returning('id').executeTakeFirstOrThrow();
  await recordEntryPictures({ ctx, tx, kind: 'post', id, content: row.content });
  await updateGroupCounts(tx, null, row);
  await startFollowing(ctx, tx, { memberId: member.id, postId: id });
  return id;
};

const editPost = async ({ ctx, tx, softwareId, member, texts }: NewPost, id: number) => {
  const post = await lockPostRow(tx, id, { softwareId, memberId: member.id });
  if (post.member_id !== member.id) throw createPostNotFoundError();
  const isHeld =
    post.state === 'review' || (await containsReviewWord(tx, texts.title, texts.content));
  await recordEntryPictures({
    ctx,
    tx,
    kind: 'post',
    id,
    content: texts.content,
    previousContent: post.content,
  });
  await updatePostAndGroupCounts(tx, post, {
    ...texts,
    state: isHeld ? 'review' : 'visible',
    edited_at: ctx.now(),
  });
  return id;
};

/**
 * Creates a question or changes the member's own one. A word on the staff's list sends it to
 * review.
 * @throws 403 if a phone number is required but not bound, 404, 409 for a duplicate question, 429
 * with the seconds to wait
 */
export const savePost = async ({
  ctx,
  software,
  member,
  input,
}: {
  ctx: Context;
  software: SoftwareRow;
  member: Member;
  input: CallParsed<'askSavePost'>;
}): Promise<CallOutput<'askSavePost'>> => {
  const { title, content } = input;
  const softwareId = software.id;
  const texts: Texts = {
    group_id: Number(input.gid),
    title,
    content,
    excerpt: getExcerpt(content, POST_EXCERPT),
    content_hash: hashContent(title, content),
  };
  const id = await runMemberTransaction(ctx.db, member.id, async (tx) => {
    await requirePhoneToPost(ctx, tx, member.id);
    const ownId = Number(input.id ?? 0);
    await requireGroup(tx, { id: texts.group_id, softwareId });
    const submission = { ctx, tx, memberId: member.id, softwareId };
    const draft = { ctx, tx, softwareId, member, texts };
    if (input.id !== undefined) await lockPostRow(tx, ownId, { softwareId, memberId: member.id });
    await rejectDuplicatePost({ ...submission, hash: texts.content_hash, ownId });
    const postId = input.id === undefined ? await insertPost(draft) : await editPost(draft, ownId);
    await refreshPostIndexAndPages({ ctx, tx, postId });
    return postId;
  });
  return getPostDetails({ ctx, software, memberId: member.id, id });
};
