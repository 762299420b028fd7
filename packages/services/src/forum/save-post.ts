import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { lockMember, type MemberTable, type Selectable, transaction, type Tx } from '@yunbiao/db';
import { getExcerpt } from '../markdown/markdown.ts';
import type { Context } from '../context.ts';
import { requirePhoneToPost } from '../member/phone-to-post.ts';
import type { SoftwareRow } from '../software/find.ts';
import { postChanged } from './changed.ts';
import { contentHash, refuseSamePost } from './duplicate.ts';
import { lockPost, noPost } from './find.ts';
import { startFollowing } from './follow.ts';
import { requireGroup } from './groups.ts';
import { requirePace } from './pace.ts';
import { keepPictures } from './pictures.ts';
import { askPostDetails } from './post-details.ts';
import { countPost, rankHot, POST_EXCERPT, updatePost } from './update-post.ts';
import { needsReview } from './words.ts';

type Member = Pick<Selectable<MemberTable>, 'id' | 'created_at'>;
type Texts = {
  group_id: number;
  title: string;
  content: string;
  excerpt: string;
  content_hash: string;
};
type Asked = { ctx: Context; tx: Tx; softwareId: number; member: Member; texts: Texts };

const insert = async ({ ctx, tx, softwareId, member, texts }: Asked): Promise<number> => {
  await requirePace({ ctx, tx, member, what: 'post' });
  const now = ctx.now();
  const figures = { reply_count: 0, like_count: 0, created_at: now };
  const row = {
    ...texts,
    ...figures,
    software_id: softwareId,
    member_id: member.id,
    pinned: 0,
    state: (await needsReview(tx, texts.title, texts.content)) ? 'review' : 'visible',
    accepted_reply_id: null,
    hot: rankHot(figures),
    edited_at: null,
    active_at: now,
  };
  const { id } = await tx.insertInto('post').values(row).returning('id').executeTakeFirstOrThrow();
  await keepPictures({ ctx, tx, kind: 'post', id, content: row.content });
  await countPost(tx, null, row);
  await startFollowing(ctx, tx, { memberId: member.id, postId: id });
  return id;
};

const update = async ({ ctx, tx, softwareId, member, texts }: Asked, id: number) => {
  const post = await lockPost(tx, id, { softwareId, memberId: member.id });
  if (post.member_id !== member.id) throw noPost();
  const isHeld = post.state === 'review' || (await needsReview(tx, texts.title, texts.content));
  await keepPictures({
    ctx,
    tx,
    kind: 'post',
    id,
    content: texts.content,
    was: post.content,
  });
  await updatePost(tx, post, {
    ...texts,
    state: isHeld ? 'review' : 'visible',
    edited_at: ctx.now(),
  });
  return id;
};

/**
 * Asks a question, or changes an own one. With a word of the staff's list in it, it waits for review.
 * @throws 403 without a telephone where one is needed, 404, 409 for what was asked before, 429 with the seconds to wait
 */
export const askSavePost = async ({
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
    content_hash: contentHash(title, content),
  };
  const id = await transaction(ctx.db, async (tx) => {
    await lockMember(tx, member.id);
    await requirePhoneToPost(ctx, tx, member.id);
    const ownId = Number(input.id ?? 0);
    await requireGroup(tx, { id: texts.group_id, softwareId });
    const sent = { ctx, tx, memberId: member.id, softwareId };
    const asked = { ctx, tx, softwareId, member, texts };
    if (input.id !== undefined) await lockPost(tx, ownId, { softwareId, memberId: member.id });
    await refuseSamePost({ ...sent, hash: texts.content_hash, ownId });
    const postId = input.id === undefined ? await insert(asked) : await update(asked, ownId);
    await postChanged({ ctx, tx, postId });
    return postId;
  });
  return askPostDetails({ ctx, software, memberId: member.id, id });
};
