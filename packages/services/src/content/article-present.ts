import type { CallOutput } from '@yunbiao/contract';
import type { ArticleTable, Executor, Selectable } from '@yunbiao/db';
import { iso } from '../time.ts';
import { firstChange } from './article-changes.ts';
import { getExcerpt } from '../markdown/markdown.ts';

export type ArticleHead = CallOutput<'siteIndex'>['articles'][number];
export type ArtType = ArticleHead['artType'];

/** Characters of a summary nobody wrote. */
const SUMMARY = 100;

export type StoredArticle = Selectable<ArticleTable> & {
  software_alias: string | null;
  software_name: string | null;
};

/** `legal:terms` is a legal text; which one is for the page's frame to know. */
export const getArtType = (stored: string): ArtType => stored.split(':')[0] as ArtType;

const getSummary = ({ summary, content, art_type }: StoredArticle): string =>
  summary ||
  (art_type === 'updateLog' && firstChange(content, SUMMARY)) ||
  getExcerpt(content, SUMMARY);

export const presentArticle = (row: StoredArticle): ArticleHead => ({
  id: String(row.id),
  artType: getArtType(row.art_type),
  title: row.title,
  summary: getSummary(row),
  version: row.version,
  softwareAlias: row.software_alias,
  softwareName: row.software_name,
  publishedAt: iso(row.published_at),
  updatedAt: iso(row.updated_at),
});

/**
 * What visitors may read now: published, and of the whole site or of a software that is online. Of one software: its
 * own only, as lists show them.
 */
export const visibleArticles = (
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

/** Everything but what belongs to staff and pages' frames. */
export const OPEN_TYPES = ['updateLog', 'help', 'news'] as const;
