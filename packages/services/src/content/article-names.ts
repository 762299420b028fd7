import type { Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { getSoftware } from '../software/find.ts';

export type ArticleName = {
  id: string;
  artType: string;
  title: string;
  version: string;
  /** Null: of the whole site. */
  softwareAlias: string | null;
  /** Epoch ms. */
  publishedAt: number;
};

export const names = (executor: Executor) =>
  executor
    .selectFrom('article')
    .leftJoin('software', 'software.id', 'article.software_id')
    .select(['article.id', 'article.art_type', 'article.title', 'article.version'])
    .select(['article.published_at', 'software.alias']);

type NameRow = Awaited<ReturnType<ReturnType<typeof names>['executeTakeFirstOrThrow']>>;

export const getName = (row: NameRow): ArticleName => ({
  id: String(row.id),
  artType: row.art_type,
  title: row.title,
  version: row.version,
  softwareAlias: row.alias,
  publishedAt: row.published_at,
});

/** Every article, oldest first; those of one software when it is named. @throws 404 */
export const articleNames = async ({
  ctx,
  alias,
}: {
  ctx: Context;
  alias?: string | undefined;
}): Promise<ArticleName[]> => {
  const software = alias ? await getSoftware(ctx, { alias }) : null;
  const rows = await names(ctx.db.kysely)
    .$if(software !== null, (query) => query.where('software_id', '=', software?.id ?? 0))
    .orderBy('article.id')
    .execute();
  return rows.map(getName);
};
