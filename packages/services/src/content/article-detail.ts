import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { SoftwareRow } from '../software/find.ts';
import { renderChanges } from './article-changes.ts';
import {
  getArtType,
  presentArticle,
  type StoredArticle,
  visibleArticles,
} from './article-present.ts';
import { renderMarkdownWithHeadings } from '../markdown/markdown.ts';

type Article = CallOutput<'articleDetail'>;
type Neighbour = Article['previous'];

/** The next one in the order of lists, in the direction asked for; of the same kind and the same software. */
const neighbour = async (
  executor: Executor,
  row: StoredArticle,
  { now, newer }: { now: number; newer: boolean },
): Promise<Neighbour> => {
  const [than, order] = newer ? (['>', 'asc'] as const) : (['<', 'desc'] as const);
  const at = row.published_at;
  const found = await executor
    .selectFrom('article')
    .select(['id', 'title', 'version'])
    .where('software_id', row.software_id === null ? 'is' : '=', row.software_id)
    .where('art_type', 'like', `${getArtType(row.art_type)}%`)
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
  return found ? { ...found, id: String(found.id) } : null;
};

/**
 * An article by its permanent number. Under a software: its own and those of the whole site.
 * @throws 404 when there is none, it is not published yet, or it is another software's than `software`
 */
export const articleDetail = async ({
  ctx,
  software,
  id,
}: {
  ctx: Context;
  /** Null: of any software. */
  software: Pick<SoftwareRow, 'id'> | null;
  id: string;
}): Promise<Article> => {
  const { kysely } = ctx.db;
  const now = ctx.now();
  const row = await visibleArticles(kysely, { now })
    .selectAll('article')
    .select(['software.alias as software_alias', 'software.name as software_name'])
    .where('article.id', '=', Number(id))
    .executeTakeFirst();
  const isForeign =
    software !== null && row?.software_id !== null && row?.software_id !== software.id;
  if (!row || isForeign) throw notFound('没有这篇文章');
  return {
    ...presentArticle(row),
    ...renderMarkdownWithHeadings(row.content),
    ...(row.art_type === 'updateLog' ? renderChanges(row.content) : { changes: [], leadHtml: '' }),
    previous: await neighbour(kysely, row, { now, newer: true }),
    next: await neighbour(kysely, row, { now, newer: false }),
  };
};
