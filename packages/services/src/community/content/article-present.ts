import type { CallOutput } from '@yunbiao/contract';
import type { ArticleTable, Executor, Selectable } from '@yunbiao/db';
import { toIso } from '../../platform/time.ts';
import { excerptFirstChange } from './article-changes.ts';
import { getExcerpt } from '../../platform/markdown/markdown.ts';

export type ArticleHead = CallOutput<'siteIndex'>['articles'][number];
export type ArtType = ArticleHead['artType'];

/** Length of a generated summary, characters. */
const SUMMARY_LENGTH = 100;

export type StoredArticle = Selectable<ArticleTable> & {
  software_alias: string | null;
  software_name: string | null;
};

/** `legal:terms` → `legal`. */
export const parseArticleType = (artType: string): ArtType => artType.split(':')[0] as ArtType;

const getSummaryOrExcerpt = ({ summary, content, art_type }: StoredArticle): string =>
  summary ||
  (art_type === 'updateLog' && excerptFirstChange(content, SUMMARY_LENGTH)) ||
  getExcerpt(content, SUMMARY_LENGTH);

export const presentArticle = (row: StoredArticle): ArticleHead => ({
  id: String(row.id),
  artType: parseArticleType(row.art_type),
  title: row.title,
  summary: getSummaryOrExcerpt(row),
  version: row.version,
  softwareAlias: row.software_alias,
  softwareName: row.software_name,
  publishedAt: toIso(row.published_at),
  updatedAt: toIso(row.updated_at),
});

/**
 * Selects visible articles: published, and of the whole site or of an online software. With
 * `softwareId`, only those of that software.
 */
export const selectVisibleArticles = (
  executor: Executor,
  { now, softwareId }: { now: number; softwareId?: number | undefined },
) =>
  executor
    .selectFrom('article')
    .leftJoin('software', 'software.id', 'article.software_id')
    .where('article.published_at', '<=', now)
    .where((eb) =>
      softwareId === undefined
        ? eb.or([eb('article.software_id', 'is', null), eb('software.state', '=', 'online')])
        : eb('article.software_id', '=', softwareId),
    );

/** Public article types. Excludes types for staff and the texts in page frames. */
export const PUBLIC_TYPES = ['updateLog', 'help', 'news'] as const;
