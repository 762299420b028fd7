import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import type { SoftwareRow } from '../../identity/software/find.ts';
import { renderChanges } from './article-changes.ts';
import {
  parseArticleType,
  presentArticle,
  type StoredArticle,
  selectVisibleArticles,
} from './article-present.ts';
import { renderMarkdownWithHeadings } from '../../platform/markdown/markdown.ts';

type Article = CallOutput<'articleDetail'>;
type Neighbour = Article['previous'];

/** Finds the next or previous article of the same type and software, in list order. */
const findNeighbour = async (
  executor: Executor,
  row: StoredArticle,
  { now, newer }: { now: number; newer: boolean },
): Promise<Neighbour> => {
  const [than, order] = newer ? (['>', 'asc'] as const) : (['<', 'desc'] as const);
  const at = row.published_at;
  const neighbourRow = await executor
    .selectFrom('article')
    .select(['id', 'title', 'version'])
    .where('software_id', row.software_id === null ? 'is' : '=', row.software_id)
    .where('art_type', 'like', `${parseArticleType(row.art_type)}%`)
    .where('published_at', '<=', now)
    .where((eb) =>
      eb.or([
        eb('published_at', than, at),
        eb.and([eb('published_at', '=', at), eb('id', than, row.id)]),
      ]),
    )
    .orderBy('published_at', order)
    .orderBy('id', order)
    .executeTakeFirst();
  return neighbourRow ? { ...neighbourRow, id: String(neighbourRow.id) } : null;
};

/**
 * Returns an article by id. Under a software, only its own articles and those of the whole site.
 * @throws 404 if it does not exist, is not published yet or belongs to another software
 */
export const getArticleDetail = async ({
  ctx,
  software,
  id,
}: {
  ctx: Context;
  /** Null for any software. */
  software: Pick<SoftwareRow, 'id'> | null;
  id: string;
}): Promise<Article> => {
  const { kysely } = ctx.db;
  const now = ctx.now();
  const row = await selectVisibleArticles(kysely, { now })
    .selectAll('article')
    .select(['software.alias as software_alias', 'software.name as software_name'])
    .where('article.id', '=', Number(id))
    .executeTakeFirst();
  const isForeign =
    software !== null && row?.software_id !== null && row?.software_id !== software.id;
  if (!row || isForeign) throw createNotFoundError('没有这篇文章');
  return {
    ...presentArticle(row),
    ...renderMarkdownWithHeadings(row.content),
    ...(row.art_type === 'updateLog' ? renderChanges(row.content) : { changes: [], leadHtml: '' }),
    previous: await findNeighbour(kysely, row, { now, newer: true }),
    next: await findNeighbour(kysely, row, { now, newer: false }),
  };
};
