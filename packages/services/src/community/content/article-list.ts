import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import type { SoftwareRow } from '../../identity/software/find.ts';
import { parseChanges, renderChanges } from './article-changes.ts';
import {
  type ArticleHead,
  type ArtType,
  PUBLIC_TYPES,
  presentArticle,
  selectVisibleArticles,
} from './article-present.ts';
import { renderMarkdown } from '../../platform/markdown/markdown.ts';

type Articles = CallOutput<'articleList'>;
type ArticleFilter = { now: number; softwareId: number | undefined; artType: ArtType | undefined };

const selectArticlesByType = (executor: Executor, { artType, ...where }: ArticleFilter) =>
  selectVisibleArticles(executor, where).where((eb) =>
    artType === 'legal'
      ? eb('article.art_type', 'like', 'legal%')
      : eb('article.art_type', 'in', artType ? [artType] : [...PUBLIC_TYPES]),
  );

/** Selects articles by a filter, the newest first. */
const selectArticlesNewestFirst = (executor: Executor, filter: ArticleFilter) =>
  selectArticlesByType(executor, filter)
    .orderBy('article.published_at', 'desc')
    .orderBy('article.id', 'desc');

const listArticleIds = async (
  executor: Executor,
  filter: ArticleFilter,
  kind: CallParsed<'articleList'>['kind'],
): Promise<number[]> => {
  const rows = await selectArticlesNewestFirst(executor, filter)
    .select(['article.id', 'article.content'])
    .execute();
  return rows
    .filter(({ content }) => parseChanges(content).changes.some((change) => change.kind === kind))
    .map(({ id }) => id);
};

const countArticles = async (executor: Executor, filter: ArticleFilter): Promise<number> => {
  const { total } = await selectArticlesByType(executor, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

const presentArticleWithText = (head: ArticleHead, content: string): Articles['list'][number] =>
  head.artType === 'updateLog'
    ? { ...head, html: renderMarkdown(content), ...renderChanges(content) }
    : { ...head, html: '', leadHtml: '', changes: [] };

/** Returns a page of articles of a software, or of all when `software` is null. */
export const listArticlePage = async ({
  ctx,
  software,
  input,
}: {
  ctx: Context;
  software: Pick<SoftwareRow, 'id'> | null;
  input: Omit<CallParsed<'articleList'>, 'alias' | 'domain'>;
}): Promise<Articles> => {
  const { kysely } = ctx.db;
  const { artType, page, pageSize, kind } = input;
  // Only update logs have changes.
  const filter: ArticleFilter = {
    now: ctx.now(),
    softwareId: software?.id,
    artType: kind ? 'updateLog' : artType,
  };
  const from = (page - 1) * pageSize;
  const ids = kind ? await listArticleIds(kysely, filter, kind) : null;
  const rows = await selectArticlesNewestFirst(kysely, filter)
    .selectAll('article')
    .select(['software.alias as software_alias', 'software.name as software_name'])
    .$if(ids !== null, (query) =>
      query.where('article.id', 'in', [0, ...(ids ?? []).slice(from, from + pageSize)]),
    )
    .$if(ids === null, (query) => query.limit(pageSize).offset(from))
    .execute();
  return {
    list: rows.map((row) => presentArticleWithText(presentArticle(row), row.content)),
    total: ids === null ? await countArticles(kysely, filter) : ids.length,
    page,
    pageSize,
  };
};

/**
 * Lists the newest articles of a type without their texts; of all online software if `softwareId`
 * is undefined.
 */
export const listNewestArticles = async (
  executor: Executor,
  filter: { now: number; softwareId: number | undefined; artType: ArtType },
  limit: number,
): Promise<ArticleHead[]> => {
  const rows = await selectArticlesNewestFirst(executor, filter)
    .selectAll('article')
    .select(['software.alias as software_alias', 'software.name as software_name'])
    .limit(limit)
    .execute();
  return rows.map(presentArticle);
};
