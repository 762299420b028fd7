import { sql } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { getExcerpt } from '../../../platform/markdown/markdown.ts';
import { createNotFoundError } from '../../../platform/errors.ts';
import { getSoftware } from '../../../identity/software/find.ts';
import { toIso } from '../../../platform/time.ts';
import { listGroups } from '../groups.ts';
import { parseForumId } from './staff-target.ts';

const MAX_ROWS = 200;
const EXCERPT = 60;

export const listForumGroups = async ({ ctx, alias }: { ctx: Context; alias: string }) =>
  (await listGroups(ctx.db.kysely, (await getSoftware(ctx, { alias })).id)).groups;

export type ReviewEntry = { kind: 'post' | 'reply'; id: string; at: string; text: string };

/** Lists entries in review, oldest first. */
export const listEntriesInReview = async ({ ctx }: { ctx: Context }): Promise<ReviewEntry[]> => {
  const { kysely } = ctx.db;
  const posts = await kysely
    .selectFrom('post')
    .select(['id', 'created_at', 'title'])
    .where(sql<boolean>`state = 'review'`)
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute();
  const replies = await kysely
    .selectFrom('reply')
    .select(['id', 'created_at', 'content'])
    .where(sql<boolean>`state = 'review'`)
    .orderBy('id')
    .limit(MAX_ROWS)
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
    .map(({ kind, id, created_at: at, text }) => ({ kind, id: String(id), at: toIso(at), text }));
};

export type OpenReport = {
  id: string;
  kind: string;
  targetId: string;
  reason: string;
  detail: string;
  at: string;
  /** Open reports about the same entry. */
  count: number;
};

/** Lists open reports, those about the most reported entries first. */
export const listForumReports = async ({ ctx }: { ctx: Context }): Promise<OpenReport[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('forum_report')
    .selectAll()
    .select(sql<number>`count(*) over (partition by target_kind, target_id)`.as('count'))
    .where('state', '=', 'open')
    .orderBy('count', 'desc')
    .orderBy('target_kind')
    .orderBy('target_id')
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    kind: row.target_kind,
    targetId: String(row.target_id),
    reason: row.reason,
    detail: row.detail,
    at: toIso(row.created_at),
    count: row.count,
  }));
};

/** Closes a report without a change of its entry. @throws 404 */
export const closeReport = async ({ ctx, id }: { ctx: Context; id: string }): Promise<void> => {
  const result = await ctx.db.kysely
    .updateTable('forum_report')
    .set({ state: 'closed' })
    .where('id', '=', parseForumId(id, '举报'))
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n)
    throw createNotFoundError(`没有编号是 ${id} 的举报，或者已经处理过`);
};
