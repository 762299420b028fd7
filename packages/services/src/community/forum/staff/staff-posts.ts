import { buildContainsCondition, buildLikePattern, sql } from '@yunbiao/db';
import { getMemberByName } from '../../../identity/member/find.ts';
import { getExcerpt } from '../../../platform/markdown/markdown.ts';
import type { Context } from '../../../platform/context.ts';
import { createInvalidInputError, createNotFoundError } from '../../../platform/errors.ts';
import { getSoftware } from '../../../identity/software/find.ts';
import { toIso } from '../../../platform/time.ts';
import { parseForumId } from './staff-target.ts';

/** Page size of lists for staff. */
export const POST_PAGE_SIZE = 50;
const EXCERPT = 60;

export const POST_STATES = ['visible', 'review', 'hidden', 'deleted'] as const;

const validateState = (state: string | undefined): string | undefined => {
  const states: readonly string[] = POST_STATES;
  if (state !== undefined && !states.includes(state))
    throw createInvalidInputError({ state: `状态只能是 ${states.join('、')}` });
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

/**
 * Lists questions of a software in any state with ids below `before`, newest first.
 * @throws 400, 404
 */
export const listPostsForStaff = async ({
  ctx,
  alias,
  ...filters
}: Filters & { ctx: Context; alias: string }): Promise<StaffPost[]> => {
  const { kysely } = ctx.db;
  const { id: softwareId } = await getSoftware(ctx, { alias });
  const { word, before, username } = filters;
  const state = validateState(filters.state);
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
      query.where(buildContainsCondition(sql.ref('post.title'), buildLikePattern(word ?? ''))),
    )
    .$if(before !== undefined, (query) =>
      query.where('post.id', '<', parseForumId(before ?? '', '问题')),
    )
    .orderBy('post.id', 'desc')
    .limit(POST_PAGE_SIZE)
    .execute();
  return rows.map(({ id, created_at: at, reply_count: replies, ...row }) => ({
    id: String(id),
    at: toIso(at),
    ...row,
    replies,
  }));
};

export type StaffReply = { id: string; at: string; username: string; state: string; text: string };

/** Lists replies of a question in any state with ids below `before`, newest first. @throws 404 */
export const listRepliesForStaff = async ({
  ctx,
  postId,
  before,
}: {
  ctx: Context;
  postId: string;
  before?: string | undefined;
}): Promise<StaffReply[]> => {
  const { kysely } = ctx.db;
  const id = parseForumId(postId, '问题');
  const post = await kysely.selectFrom('post').select('id').where('id', '=', id).executeTakeFirst();
  if (!post) throw createNotFoundError(`没有编号是 ${postId} 的问题`);
  const rows = await kysely
    .selectFrom('reply')
    .innerJoin('member', 'member.id', 'reply.member_id')
    .select(['reply.id', 'reply.created_at', 'member.username', 'reply.state', 'reply.content'])
    .where('reply.post_id', '=', id)
    .$if(before !== undefined, (query) =>
      query.where('reply.id', '<', parseForumId(before ?? '', '回复')),
    )
    .orderBy('reply.id', 'desc')
    .limit(POST_PAGE_SIZE)
    .execute();
  return rows.map(({ id: replyId, created_at: at, content, ...row }) => ({
    id: String(replyId),
    at: toIso(at),
    ...row,
    text: getExcerpt(content, EXCERPT),
  }));
};
