import { GROUP_NAME_LENGTH, STAFF_TITLE_LENGTH } from '@yunbiao/contract/limits/forum';
import { runTransaction, type Tx } from '@yunbiao/db';
import { toUsernameKey } from '../../../identity/member/username.ts';
import { createInvalidator } from '../../../platform/cache/generation.ts';
import type { Context } from '../../../platform/context.ts';
import {
  createConflictError,
  createInvalidInputError,
  createNotFoundError,
} from '../../../platform/errors.ts';
import { indexPost } from '../../../platform/search/index-content.ts';
import { recordAudit } from '../../../identity/audit/audit.ts';
import { getSoftware } from '../../../identity/software/find.ts';
import { refreshPostIndexAndPages } from '../publish-post-change.ts';
import type { Target } from '../find-entries.ts';
import { notifyStaffDecision, notifyReply } from '../notify.ts';
import { setReplyState } from '../reply-state.ts';
import { parseForumId, lockEntryInAnyState, lockPostInAnyState } from './staff-target.ts';
import { updatePostAndGroupCounts } from '../update-post.ts';

const invalidateGroups = createInvalidator('forum');
const invalidateOfficials = createInvalidator('forum', 'forum-posts');

type EntryReference = { ctx: Context; kind: string; id: string };

export const setPostOrReplyState = async (
  tx: Tx,
  { post, reply }: Target,
  state: 'visible' | 'hidden' | 'deleted',
): Promise<Target> =>
  reply
    ? { post: await setReplyState(tx, post, reply, state), reply: { ...reply, state } }
    : { post: await updatePostAndGroupCounts(tx, post, { state }), reply };

/**
 * Approves or rejects an entry in review and notifies its author.
 * @throws 400, 404, 409 if it is not in review
 */
export const approveOrRejectEntry = ({
  ctx,
  kind,
  id,
  approve,
}: EntryReference & { approve: boolean }) =>
  runTransaction(ctx.db, async (tx) => {
    const target = await lockEntryInAnyState(tx, kind, id);
    if ((target.reply ?? target.post).state !== 'review')
      throw createConflictError('它没有在等审核');
    const { post, reply } = await setPostOrReplyState(tx, target, approve ? 'visible' : 'hidden');
    // An edit may have sent an old reply to review. Its recipients were notified when it was
    // created.
    if (approve && reply && reply.edited_at === null) await notifyReply(ctx, tx, post, reply);
    await notifyStaffDecision(ctx, tx, { post, reply }, approve ? 'approved' : 'rejected');
    await refreshPostIndexAndPages({ ctx, tx, postId: post.id });
  });

/** Hides an entry and notifies its author, or shows it again. @throws 400, 404, 409 */
export const setForumEntryHidden = ({ ctx, kind, id, hide }: EntryReference & { hide: boolean }) =>
  runTransaction(ctx.db, async (tx) => {
    const target = await lockEntryInAnyState(tx, kind, id);
    const { state } = target.reply ?? target.post;
    const from = hide ? ['visible', 'review'] : ['hidden'];
    if (!from.includes(state)) throw createConflictError(hide ? '它本来就看不到' : '它没有被隐藏');
    const { post, reply } = await setPostOrReplyState(tx, target, hide ? 'hidden' : 'visible');
    if (hide) await notifyStaffDecision(ctx, tx, { post, reply }, 'hidden');
    await refreshPostIndexAndPages({ ctx, tx, postId: post.id });
  });

/** Pins a question above the list, or unpins it. @throws 404 */
export const pinPost = ({ ctx, id, pinned }: { ctx: Context; id: string; pinned: boolean }) =>
  runTransaction(ctx.db, async (tx) => {
    const post = await lockPostInAnyState(tx, id);
    await updatePostAndGroupCounts(tx, post, { pinned: pinned ? 1 : 0 });
    await refreshPostIndexAndPages({ ctx, tx, postId: post.id, change: 'figures' });
    return post.title;
  });

/** Moves a question to another group of its software. @throws 404 */
export const movePost = ({ ctx, id, groupId }: { ctx: Context; id: string; groupId: string }) =>
  runTransaction(ctx.db, async (tx) => {
    const post = await lockPostInAnyState(tx, id);
    const group = await tx
      .selectFrom('forum_group')
      .select(['id', 'name'])
      .where('id', '=', parseForumId(groupId, '分类'))
      .where('software_id', '=', post.software_id)
      .executeTakeFirst();
    if (!group) throw createNotFoundError(`这款软件没有编号是 ${groupId} 的分类`);
    await updatePostAndGroupCounts(tx, post, { group_id: group.id });
    await refreshPostIndexAndPages({ ctx, tx, postId: post.id, change: 'figures' });
    return { title: post.title, group: group.name };
  });

/** Adds a group after the others. @throws 400, 404 */
export const addForumGroup = async ({
  ctx,
  alias,
  name,
  description,
}: {
  ctx: Context;
  alias: string;
  name: string;
  description: string;
}): Promise<{ id: string }> => {
  if (name.trim() === '' || name.length > GROUP_NAME_LENGTH)
    throw createInvalidInputError({ name: `名称要有 1–${GROUP_NAME_LENGTH} 个字` });
  if (description.length > 60) throw createInvalidInputError({ description: '说明最多 60 个字' });
  const { id: softwareId } = await getSoftware(ctx, { alias });
  return runTransaction(ctx.db, async (tx) => {
    const last = await tx
      .selectFrom('forum_group')
      .select((eb) => eb.fn.max('sort').as('sort'))
      .where('software_id', '=', softwareId)
      .executeTakeFirst();
    const { id } = await tx
      .insertInto('forum_group')
      .values({
        software_id: softwareId,
        name: name.trim(),
        description,
        state: 'on',
        sort: Number(last?.sort ?? 0) + 1,
        post_count: 0,
        solved_count: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await invalidateGroups({ ctx, tx });
    return { id: String(id) };
  });
};

/** Sets a member's public staff title; '' removes it. @throws 400, 404 */
export const setStaffTitle = async ({
  ctx,
  username,
  title,
}: {
  ctx: Context;
  username: string;
  title: string;
}): Promise<void> => {
  if (title.length > STAFF_TITLE_LENGTH)
    throw createInvalidInputError({ title: `称号最多 ${STAFF_TITLE_LENGTH} 个字` });
  await runTransaction(ctx.db, async (tx) => {
    const member = await tx
      .updateTable('member')
      .set({ official: title })
      .where('username_key', '=', toUsernameKey(username))
      .returning('id')
      .executeTakeFirst();
    if (!member) throw createNotFoundError(`没有用户名是 ${username} 的会员`);
    await recordAudit({
      ctx,
      tx,
      action: 'member.official',
      subject: `member:${member.id}`,
      detail: { title },
    });
    // The search index stores whether staff answered a question.
    const posts = await tx
      .selectFrom('reply')
      .select('post_id')
      .distinct()
      .where('member_id', '=', member.id)
      .orderBy('post_id')
      .execute();
    for (const { post_id: id } of posts) await indexPost({ tx, id });
    await invalidateOfficials({ ctx, tx });
  });
};
