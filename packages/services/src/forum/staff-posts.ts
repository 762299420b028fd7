import { holds, getPart, sql } from '@yunbiao/db';
import { getMemberByName } from '../member/find.ts';
import { getExcerpt } from '../markdown/markdown.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { getSoftware } from '../software/find.ts';
import { iso } from '../time.ts';
import { getId } from './staff-target.ts';

/** A list for staff holds so many. */
export const POSTS_SHOWN = 50;
const EXCERPT = 60;

export const POST_STATES = ['visible', 'review', 'hidden', 'deleted'] as const;

const getState = (state: string | undefined): string | undefined => {
  const known: readonly string[] = POST_STATES;
  if (state !== undefined && !known.includes(state))
    throw invalid({ state: `状态只能是 ${known.join('、')}` });
  return state;
};

type Filters = {
  state?: string | undefined;
  username?: string | undefined;
  word?: string | undefined;
  before?: string | undefined;
};

export type StaffPost = {
  id: string;
  at: string;
  username: string;
  state: string;
  group: string;
  title: string;
  replies: number;
};

/** Questions of a software whatever their state, the newest first; before an id. @throws 400, 404 */
export const staffPosts = async ({
  ctx,
  alias,
  ...filters
}: Filters & { ctx: Context; alias: string }): Promise<StaffPost[]> => {
  const { kysely } = ctx.db;
  const { id: softwareId } = await getSoftware(ctx, { alias });
  const { word, before, username } = filters;
  const state = getState(filters.state);
  const member = username === undefined ? null : await getMemberByName(kysely, username);
  const rows = await kysely
    .selectFrom('post')
    .innerJoin('member', 'member.id', 'post.member_id')
    .innerJoin('forum_group', 'forum_group.id', 'post.group_id')
    .select(['post.id', 'post.created_at', 'member.username', 'post.state', 'post.title'])
    .select(['forum_group.name as group', 'post.reply_count'])
    .where('post.software_id', '=', softwareId)
    .$if(state !== undefined, (query) => query.where('post.state', '=', state ?? ''))
    .$if(member !== null, (query) => query.where('post.member_id', '=', member?.id ?? 0))
    .$if(word !== undefined, (query) =>
      query.where(holds(sql.ref('post.title'), getPart(word ?? ''))),
    )
    .$if(before !== undefined, (query) => query.where('post.id', '<', getId(before ?? '', '问题')))
    .orderBy('post.id', 'desc')
    .limit(POSTS_SHOWN)
    .execute();
  return rows.map(({ id, created_at: at, reply_count: replies, ...row }) => ({
    id: String(id),
    at: iso(at),
    ...row,
    replies,
  }));
};

export type StaffReply = { id: string; at: string; username: string; state: string; text: string };

/** Replies of a question whatever their state, the newest first; before an id. @throws 404 */
export const staffReplies = async ({
  ctx,
  postId,
  before,
}: {
  ctx: Context;
  postId: string;
  before?: string | undefined;
}): Promise<StaffReply[]> => {
  const { kysely } = ctx.db;
  const id = getId(postId, '问题');
  const post = await kysely.selectFrom('post').select('id').where('id', '=', id).executeTakeFirst();
  if (!post) throw notFound(`没有编号是 ${postId} 的问题`);
  const rows = await kysely
    .selectFrom('reply')
    .innerJoin('member', 'member.id', 'reply.member_id')
    .select(['reply.id', 'reply.created_at', 'member.username', 'reply.state', 'reply.content'])
    .where('reply.post_id', '=', id)
    .$if(before !== undefined, (query) => query.where('reply.id', '<', getId(before ?? '', '回复')))
    .orderBy('reply.id', 'desc')
    .limit(POSTS_SHOWN)
    .execute();
  return rows.map(({ id: replyId, created_at: at, content, ...row }) => ({
    id: String(replyId),
    at: iso(at),
    ...row,
    text: getExcerpt(content, EXCERPT),
  }));
};
