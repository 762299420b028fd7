import { GROUP_NAME_LENGTH, STAFF_TITLE_LENGTH } from '@yunbiao/contract/limits/forum';
import { transaction, type Tx } from '@yunbiao/db';
import { usernameKey } from '../member/username.ts';
import { raises } from '../cache/generation.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { indexPost } from '../search/index-content.ts';
import { audit } from '../audit/audit.ts';
import { getSoftware } from '../software/find.ts';
import { postChanged } from './changed.ts';
import type { Target } from './find.ts';
import { notifyDecision, notifyReply } from './notify.ts';
import { setReplyState } from './reply-state.ts';
import { getId, lockAny, lockAnyPost } from './staff-target.ts';
import { updatePost } from './update-post.ts';

const groupsChanged = raises('forum');
const officialsChanged = raises('forum', 'forum-posts');

type What = { ctx: Context; kind: string; id: string };

export const setState = async (
  tx: Tx,
  { post, reply }: Target,
  state: 'visible' | 'hidden' | 'deleted',
): Promise<Target> =>
  reply
    ? { post: await setReplyState(tx, post, reply, state), reply: { ...reply, state } }
    : { post: await updatePost(tx, post, { state }), reply };

/** Shows what waits for review, or keeps it hidden; its author is told. @throws 400, 404, 409 when it does not wait */
export const decideReview = ({ ctx, kind, id, approve }: What & { approve: boolean }) =>
  transaction(ctx.db, async (tx) => {
    const target = await lockAny(tx, kind, id);
    if ((target.reply ?? target.post).state !== 'review') throw conflict('它没有在等审核');
    const { post, reply } = await setState(tx, target, approve ? 'visible' : 'hidden');
    // An edit may have sent an old reply to review: those concerned have heard of it then.
    if (approve && reply && reply.edited_at === null) await notifyReply(ctx, tx, post, reply);
    await notifyDecision(ctx, tx, { post, reply }, approve ? 'approved' : 'rejected');
    await postChanged({ ctx, tx, postId: post.id });
  });

/** Hides something, or shows it again; whoever wrote it hears of the former. @throws 400, 404, 409 */
export const hideForum = ({ ctx, kind, id, hide }: What & { hide: boolean }) =>
  transaction(ctx.db, async (tx) => {
    const target = await lockAny(tx, kind, id);
    const { state } = target.reply ?? target.post;
    const from = hide ? ['visible', 'review'] : ['hidden'];
    if (!from.includes(state)) throw conflict(hide ? '它本来就看不到' : '它没有被隐藏');
    const { post, reply } = await setState(tx, target, hide ? 'hidden' : 'visible');
    if (hide) await notifyDecision(ctx, tx, { post, reply }, 'hidden');
    await postChanged({ ctx, tx, postId: post.id });
  });

/** @throws 404 */
export const pinPost = ({ ctx, id, pinned }: { ctx: Context; id: string; pinned: boolean }) =>
  transaction(ctx.db, async (tx) => {
    const post = await lockAnyPost(tx, id);
    await updatePost(tx, post, { pinned: pinned ? 1 : 0 });
    await postChanged({ ctx, tx, postId: post.id, change: 'figures' });
    return post.title;
  });

/** Puts a question into another group of its software. @throws 404 */
export const movePost = ({ ctx, id, groupId }: { ctx: Context; id: string; groupId: string }) =>
  transaction(ctx.db, async (tx) => {
    const post = await lockAnyPost(tx, id);
    const group = await tx
      .selectFrom('forum_group')
      .select(['id', 'name'])
      .where('id', '=', getId(groupId, '分类'))
      .where('software_id', '=', post.software_id)
      .executeTakeFirst();
    if (!group) throw notFound(`这款软件没有编号是 ${groupId} 的分类`);
    await updatePost(tx, post, { group_id: group.id });
    await postChanged({ ctx, tx, postId: post.id, change: 'figures' });
    return { title: post.title, group: group.name };
  });

/** Adds a group at the end. @throws 400, 404 */
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
    throw invalid({ name: `名称要有 1–${GROUP_NAME_LENGTH} 个字` });
  if (description.length > 60) throw invalid({ description: '说明最多 60 个字' });
  const { id: softwareId } = await getSoftware(ctx, { alias });
  return transaction(ctx.db, async (tx) => {
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
    await groupsChanged({ ctx, tx });
    return { id: String(id) };
  });
};

/** Marks a member as staff in public; '' takes the mark away. @throws 400, 404 */
export const setOfficial = async ({
  ctx,
  username,
  title,
}: {
  ctx: Context;
  username: string;
  title: string;
}): Promise<void> => {
  if (title.length > STAFF_TITLE_LENGTH)
    throw invalid({ title: `称号最多 ${STAFF_TITLE_LENGTH} 个字` });
  await transaction(ctx.db, async (tx) => {
    const member = await tx
      .updateTable('member')
      .set({ official: title })
      .where('username_key', '=', usernameKey(username))
      .returning('id')
      .executeTakeFirst();
    if (!member) throw notFound(`没有用户名是 ${username} 的会员`);
    await audit({
      ctx,
      tx,
      action: 'member.official',
      subject: `member:${member.id}`,
      detail: { title },
    });
    // The search finds questions that staff have answered.
    const posts = await tx
      .selectFrom('reply')
      .select('post_id')
      .distinct()
      .where('member_id', '=', member.id)
      .orderBy('post_id')
      .execute();
    for (const { post_id: id } of posts) await indexPost({ tx, id });
    await officialsChanged({ ctx, tx });
  });
};
