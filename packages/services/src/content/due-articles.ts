import type { Context } from '../context.ts';

/** Whether an article's hour came after `since` and no later than `until`, epoch ms: it is to be seen from now on. */
export const hasDueArticles = async ({
  ctx,
  since,
  until,
}: {
  ctx: Pick<Context, 'db'>;
  since: number;
  until: number;
}): Promise<boolean> => {
  const row = await ctx.db.kysely
    .selectFrom('article')
    .select('id')
    .where('published_at', '>', since)
    .where('published_at', '<=', until)
    .executeTakeFirst();
  return row !== undefined;
};
