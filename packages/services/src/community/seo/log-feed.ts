import { presentArticle, selectVisibleArticles } from '../content/article-present.ts';
import { renderMarkdown } from '../../platform/markdown/markdown.ts';
import type { Context } from '../../platform/context.ts';
import { findSoftware } from '../../identity/software/find.ts';
import { getCanonicalUrl, type SeoHost } from './host.ts';

/** Maximum number of update logs in a feed. */
const ITEMS = 50;

export type LogFeed = {
  title: string;
  description: string;
  /** URL of the page with the same content. */
  url: string;
  /** URL of the feed. */
  self: string;
  items: {
    title: string;
    /** Permanent URL. */
    url: string;
    /** Safe HTML with absolute URLs only. */
    html: string;
    publishedAt: string;
  }[];
};

/**
 * Makes own URLs in our HTML absolute, for feed readers. Text cannot match, because its quotes are
 * escaped.
 */
const toAbsoluteUrls = (html: string, url: string): string =>
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
        url: getCanonicalUrl(publicUrl, software, '/updateLog'),
        self: getCanonicalUrl(publicUrl, software, '/updateLog/rss.xml'),
      }
    : {
        title: '云标更新日志',
        description: '云标各款软件每个版本新增、改进和修正了什么。',
        url: `${publicUrl}/`,
        self: `${publicUrl}/updateLog/rss.xml`,
      };

/**
 * Newest update logs of a software, or of all online softwares; on a custom domain only of its
 * software.
 * @returns null when the software does not exist here or is not online
 */
export const buildUpdateLogFeed = async ({
  ctx,
  place,
  alias,
}: {
  ctx: Context;
  place: SeoHost;
  alias?: string | undefined;
}): Promise<LogFeed | null> => {
  const { kysely } = ctx.db;
  const { publicUrl } = ctx.settings;
  const software = alias === undefined ? place.own : await findSoftware(kysely, { alias });
  if (alias !== undefined) {
    if (software?.state !== 'online') return null;
    if (place.own && place.own.id !== software.id) return null;
  }
  const rows = await selectVisibleArticles(kysely, { now: ctx.now(), softwareId: software?.id })
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
      const url = getCanonicalUrl(publicUrl, owner, `/article/${id}.html`);
      const words = [software ? '' : softwareName, version, title];
      return {
        title: words.filter(Boolean).join(' '),
        url,
        publishedAt,
        html: toAbsoluteUrls(renderMarkdown(row.content), url),
      };
    }),
  };
};
