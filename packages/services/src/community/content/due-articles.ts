import type { Context } from '../../platform/context.ts';

/** True when an article was published after `since` and no later than `until`, epoch ms. */
export const hasArticlePublishedBetween = async ({
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
