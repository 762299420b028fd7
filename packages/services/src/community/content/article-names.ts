import type { Executor } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { getSoftware } from '../../identity/software/find.ts';

export type ArticleName = {
  id: string;
  artType: string;
  title: string;
  version: string;
  /** Null for the whole site. */
  softwareAlias: string | null;
  /** Epoch ms. */
  publishedAt: number;
};

export const selectArticleNames = (executor: Executor) =>
  executor
    .selectFrom('article')
    .leftJoin('software', 'software.id', 'article.software_id')
    .select(['article.id', 'article.art_type', 'article.title', 'article.version'])
    .select(['article.published_at', 'software.alias']);

type NameRow = Awaited<
  ReturnType<ReturnType<typeof selectArticleNames>['executeTakeFirstOrThrow']>
>;

export const toArticleName = (row: NameRow): ArticleName => ({
  id: String(row.id),
  artType: row.art_type,
  title: row.title,
  version: row.version,
  softwareAlias: row.alias,
  publishedAt: row.published_at,
});

/** Lists all articles, or those of one software, oldest first. @throws 404 */
export const listArticleNames = async ({
  ctx,
  alias,
}: {
  ctx: Context;
  alias?: string | undefined;
}): Promise<ArticleName[]> => {
  const software = alias ? await getSoftware(ctx, { alias }) : null;
  const rows = await selectArticleNames(ctx.db.kysely)
    .$if(software !== null, (query) => query.where('software_id', '=', software?.id ?? 0))
    .orderBy('article.id')
    .execute();
  return rows.map(toArticleName);
};
