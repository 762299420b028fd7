import { presentArticle, visibleArticles } from '../content/article-present.ts';
import { renderMarkdown } from '../markdown/markdown.ts';
import type { Context } from '../context.ts';
import { findSoftware } from '../software/find.ts';
import { canonical, type SeoPlace } from './place.ts';

/** Newest update logs in a feed. */
const ITEMS = 50;

export type LogFeed = {
  title: string;
  description: string;
  /** The page it belongs to. */
  url: string;
  /** Its own address. */
  self: string;
  items: {
    title: string;
    /** Permanent. */
    url: string;
    /** Safe HTML, every address in it whole. */
    html: string;
    publishedAt: string;
  }[];
};

/** Own addresses in HTML of ours: a reader shows it elsewhere. Text cannot look like this, its quotes are escaped. */
const whole = (html: string, url: string): string =>
  html.replaceAll(/ (href|src)="(\/|#)/g, (_, name: string, start: string) =>
    start === '#' ? ` ${name}="${url}#` : ` ${name}="${new URL(url).origin}/`,
  );

const getFeed = (
  publicUrl: string,
  software: { alias: string; domain: string | null; name: string } | null,
) =>
  software
    ? {
        title: `${software.name}更新日志`,
        description: `${software.name}每个版本新增、改进和修正了什么。`,
        url: canonical(publicUrl, software, '/updateLog'),
        self: canonical(publicUrl, software, '/updateLog/rss.xml'),
      }
    : {
        title: '云标更新日志',
        description: '云标各款软件每个版本新增、改进和修正了什么。',
        url: `${publicUrl}/`,
        self: `${publicUrl}/updateLog/rss.xml`,
      };

/**
 * The newest update logs of a software, or of all that are online; on a software's own host those of that one.
 * @returns null when there is no such software here, or it is not online
 */
export const logFeed = async ({
  ctx,
  place,
  alias,
}: {
  ctx: Context;
  place: SeoPlace;
  alias?: string | undefined;
}): Promise<LogFeed | null> => {
  const { kysely } = ctx.db;
  const { publicUrl } = ctx.settings;
  const software = alias === undefined ? place.own : await findSoftware(kysely, { alias });
  if (alias !== undefined) {
    if (software?.state !== 'online') return null;
    if (place.own && place.own.id !== software.id) return null;
  }
  const rows = await visibleArticles(kysely, { now: ctx.now(), softwareId: software?.id })
    .selectAll('article')
    .select(['software.alias as software_alias', 'software.name as software_name'])
    .select('software.domain as software_domain')
    .where('article.art_type', '=', 'updateLog')
    .orderBy('article.published_at', 'desc')
    .orderBy('article.id', 'desc')
    .limit(ITEMS)
    .execute();
  return {
    ...getFeed(publicUrl, software),
    items: rows.map((row) => {
      const { id, title, version, softwareAlias, softwareName, publishedAt } = presentArticle(row);
      const owner = softwareAlias ? { alias: softwareAlias, domain: row.software_domain } : null;
      const url = canonical(publicUrl, owner, `/article/${id}.html`);
      const words = [software ? '' : softwareName, version, title];
      return {
        title: words.filter(Boolean).join(' '),
        url,
        publishedAt,
        html: whole(renderMarkdown(row.content), url),
      };
    }),
  };
};
