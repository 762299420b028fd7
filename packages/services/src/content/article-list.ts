import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import type { SoftwareRow } from '../software/find.ts';
import { changesIn, renderChanges } from './article-changes.ts';
import {
  type ArticleHead,
  type ArtType,
  OPEN_TYPES,
  presentArticle,
  visibleArticles,
} from './article-present.ts';
import { renderMarkdown } from '../markdown/markdown.ts';

type Articles = CallOutput<'articleList'>;
type Wanted = { now: number; softwareId: number | undefined; artType: ArtType | undefined };

const ofType = (executor: Executor, { artType, ...where }: Wanted) =>
  visibleArticles(executor, where).where((eb) =>
    artType === 'legal'
      ? eb('article.art_type', 'like', 'legal%')
      : eb('article.art_type', 'in', artType ? [artType] : [...OPEN_TYPES]),
  );

/** Newest first, as every list of articles is. */
const inOrder = (executor: Executor, wanted: Wanted) =>
  ofType(executor, wanted).orderBy('article.published_at', 'desc').orderBy('article.id', 'desc');

const listIds = async (
  executor: Executor,
  wanted: Wanted,
  kind: CallParsed<'articleList'>['kind'],
): Promise<number[]> => {
  const rows = await inOrder(executor, wanted).select(['article.id', 'article.content']).execute();
  return rows
    .filter(({ content }) => changesIn(content).changes.some((change) => change.kind === kind))
    .map(({ id }) => id);
};

const count = async (executor: Executor, wanted: Wanted): Promise<number> => {
  const { total } = await ofType(executor, wanted)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

const withText = (head: ArticleHead, content: string): Articles['list'][number] =>
  head.artType === 'updateLog'
    ? { ...head, html: renderMarkdown(content), ...renderChanges(content) }
    : { ...head, html: '', leadHtml: '', changes: [] };

/** A page of the articles of a software, or of all (`software` null). */
export const articleList = async ({
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
  const wanted: Wanted = {
    now: ctx.now(),
    softwareId: software?.id,
    artType: kind ? 'updateLog' : artType,
  };
  const from = (page - 1) * pageSize;
  const ids = kind ? await listIds(kysely, wanted, kind) : null;
  const rows = await inOrder(kysely, wanted)
    .selectAll('article')
    .select(['software.alias as software_alias', 'software.name as software_name'])
    .$if(ids !== null, (query) =>
      query.where('article.id', 'in', [0, ...(ids ?? []).slice(from, from + pageSize)]),
    )
    .$if(ids === null, (query) => query.limit(pageSize).offset(from))
    .execute();
  return {
    list: rows.map((row) => withText(presentArticle(row), row.content)),
    total: ids === null ? await count(kysely, wanted) : ids.length,
    page,
    pageSize,
  };
};

/** The newest few of a type, without their texts; of every online software when none is named. */
export const newestArticles = async (
  executor: Executor,
  wanted: { now: number; softwareId: number | undefined; artType: ArtType },
  limit: number,
): Promise<ArticleHead[]> => {
  const rows = await inOrder(executor, wanted)
    .selectAll('article')
    .select(['software.alias as software_alias', 'software.name as software_name'])
    .limit(limit)
    .execute();
  return rows.map(presentArticle);
};
