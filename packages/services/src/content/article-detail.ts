import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { iso } from '../time.ts';
import { renderMarkdown } from './markdown.ts';

type Article = CallOutput<'articleDetail'>;

/** @throws 404 when there is no such article, or it is not published yet */
export const articleDetail = async ({
  ctx,
  input,
}: {
  ctx: Context;
  input: CallParsed<'articleDetail'>;
}): Promise<Article> => {
  const row = await ctx.db.kysely
    .selectFrom('article')
    .selectAll()
    .where('id', '=', Number(input.id))
    .where('published_at', '<=', ctx.now())
    .executeTakeFirst();
  if (!row) throw notFound('没有这篇文章');
  return {
    id: String(row.id),
    // `legal:terms` is a legal text; which one is for the page's frame to know.
    artType: row.art_type.split(':')[0] as Article['artType'],
    title: row.title,
    html: renderMarkdown(row.content),
    publishedAt: iso(row.published_at),
    updatedAt: iso(row.updated_at),
  };
};
