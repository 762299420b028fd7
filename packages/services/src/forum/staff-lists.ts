import { sql } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { getExcerpt } from '../markdown/markdown.ts';
import { notFound } from '../errors.ts';
import { getSoftware } from '../software/find.ts';
import { iso } from '../time.ts';
import { listGroups } from './groups.ts';
import { getId } from './staff-target.ts';

const MOST = 200;
const EXCERPT = 60;

export const forumGroups = async ({ ctx, alias }: { ctx: Context; alias: string }) =>
  (await listGroups(ctx.db.kysely, (await getSoftware(ctx, { alias })).id)).groups;

export type Waiting = { kind: 'post' | 'reply'; id: string; at: string; text: string };

/** What waits for review, the oldest first. */
export const forumReviews = async ({ ctx }: { ctx: Context }): Promise<Waiting[]> => {
  const { kysely } = ctx.db;
  const posts = await kysely
    .selectFrom('post')
    .select(['id', 'created_at', 'title'])
    .where(sql<boolean>`state = 'review'`)
    .orderBy('id')
    .limit(MOST)
    .execute();
  const replies = await kysely
    .selectFrom('reply')
    .select(['id', 'created_at', 'content'])
    .where(sql<boolean>`state = 'review'`)
    .orderBy('id')
    .limit(MOST)
    .execute();
  return [
    ...posts.map((row) => ({ ...row, kind: 'post' as const, text: row.title })),
    ...replies.map((row) => ({
      ...row,
      kind: 'reply' as const,
      text: getExcerpt(row.content, EXCERPT),
    })),
  ]
    .toSorted((a, b) => a.created_at - b.created_at)
    .map(({ kind, id, created_at: at, text }) => ({ kind, id: String(id), at: iso(at), text }));
};

export type Reported = {
  id: string;
  kind: string;
  targetId: string;
  reason: string;
  detail: string;
  at: string;
  /** Open reports about the same thing. */
  count: number;
};

/** Open reports, those about what most members complain of first. */
export const forumReports = async ({ ctx }: { ctx: Context }): Promise<Reported[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('forum_report')
    .selectAll()
    .select(sql<number>`count(*) over (partition by target_kind, target_id)`.as('count'))
    .where('state', '=', 'open')
    .orderBy('count', 'desc')
    .orderBy('target_kind')
    .orderBy('target_id')
    .orderBy('id')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    kind: row.target_kind,
    targetId: String(row.target_id),
    reason: row.reason,
    detail: row.detail,
    at: iso(row.created_at),
    count: row.count,
  }));
};

/** @throws 404 */
export const closeReport = async ({ ctx, id }: { ctx: Context; id: string }): Promise<void> => {
  const result = await ctx.db.kysely
    .updateTable('forum_report')
    .set({ state: 'closed' })
    .where('id', '=', getId(id, '举报'))
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw notFound(`没有编号是 ${id} 的举报，或者已经处理过`);
};
