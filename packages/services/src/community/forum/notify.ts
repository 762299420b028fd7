import type { Tx } from '@yunbiao/db';
import { getExcerpt } from '../../platform/markdown/markdown.ts';
import type { Context } from '../../platform/context.ts';
import { createNotices, type NewNotice } from '../../identity/notice/create.ts';
import type { ReplyRow } from './find-entries.ts';
import { formatPublicName } from './present.ts';
import type { PostRow } from './update-post.ts';

const EXCERPT = 80;

/** Page path of a question or one of its replies. */
const buildPostPath = async (tx: Tx, post: PostRow, replyId?: number): Promise<string> => {
  const { alias } = await tx
    .selectFrom('software')
    .select('alias')
    .where('id', '=', post.software_id)
    .executeTakeFirstOrThrow();
  const path = `/${alias}/qa/${post.id}.html`;
  return replyId === undefined ? path : `${path}?reply=${replyId}#reply-${replyId}`;
};

const loadPublicName = async (tx: Tx, memberId: number): Promise<string> =>
  formatPublicName(
    await tx
      .selectFrom('member')
      .select(['nickname', 'username'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow(),
  );

/**
 * Notifies the asker, the author of the parent reply and all followers, each once. Skips the author
 * of the reply.
 */
export const notifyReply = async (
  ctx: Context,
  tx: Tx,
  post: PostRow,
  reply: ReplyRow,
): Promise<void> => {
  const name = await loadPublicName(tx, reply.member_id);
  const followers = await tx
    .selectFrom('forum_follow')
    .select('member_id')
    .where('post_id', '=', post.id)
    .execute();
  const parent =
    reply.parent_id === null
      ? undefined
      : await tx
          .selectFrom('reply')
          .select('member_id')
          .where('id', '=', reply.parent_id)
          .where('state', '=', 'visible')
          .executeTakeFirst();
  const titles = new Map<number, string>();
  for (const row of followers) titles.set(row.member_id, `你关注的“${post.title}”有了新回复`);
  if (titles.has(post.member_id)) titles.set(post.member_id, `${name} 回复了你的问题`);
  if (parent) titles.set(parent.member_id, `${name} 回复了你在“${post.title}”里的回复`);
  titles.delete(reply.member_id);
  const path = await buildPostPath(tx, post, reply.id);
  const text = getExcerpt(reply.content, EXCERPT);
  await createNotices(
    ctx,
    tx,
    [...titles].map(([memberId, title]) => ({ memberId, kind: 'reply', title, text, path })),
  );
};

/** Notifies once: withdrawing and accepting again sends no second notice. */
export const notifyReplyAccepted = async (
  ctx: Context,
  tx: Tx,
  post: PostRow,
  reply: ReplyRow,
): Promise<void> => {
  if (reply.member_id === post.member_id) return;
  const title = '你的回复被采纳了';
  const path = await buildPostPath(tx, post, reply.id);
  const sentNotice = await tx
    .selectFrom('notice')
    .select('id')
    .where('member_id', '=', reply.member_id)
    .where('kind', '=', 'accepted')
    .where('path', '=', path)
    .executeTakeFirst();
  if (sentNotice) return;
  await createNotices(ctx, tx, [
    { memberId: reply.member_id, kind: 'accepted', title, text: post.title, path },
  ]);
};

/** Notifies the author of a staff decision. */
export const notifyStaffDecision = async (
  ctx: Context,
  tx: Tx,
  { post, reply }: { post: PostRow; reply: ReplyRow | null },
  decision: 'approved' | 'rejected' | 'hidden' | 'deleted',
): Promise<void> => {
  const kindText = reply ? '回复' : '问题';
  const titleByDecision = {
    approved: `你的${kindText}通过了审核`,
    rejected: `你的${kindText}没有通过审核`,
    hidden: `你的${kindText}被工作人员隐藏了`,
    deleted: `你的${kindText}被工作人员删除了`,
  };
  const notice: NewNotice = {
    memberId: (reply ?? post).member_id,
    kind: decision === 'hidden' || decision === 'deleted' ? 'hidden' : 'review',
    title: titleByDecision[decision],
    text: reply ? getExcerpt(reply.content, EXCERPT) : post.title,
    // Hidden entries have no page, but the question of a hidden reply may have one.
    path:
      decision === 'approved'
        ? await buildPostPath(tx, post, reply?.id)
        : reply && post.state === 'visible'
          ? await buildPostPath(tx, post)
          : '',
  };
  await createNotices(ctx, tx, [notice]);
};
