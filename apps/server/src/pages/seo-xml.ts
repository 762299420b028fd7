import type { LogFeed, SiteMap } from '@yunbiao/services';

/** What XML 1.0 cannot hold at all, not even escaped (§2.2), halves of surrogate pairs included. */
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escape = (text: string): string =>
  text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

const tag = (name: string, text: string): string => `<${name}>${escape(text)}</${name}>`;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAPS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A site map or the index of its parts (sitemaps.org protocol 0.9). */
export const siteMapXml = (map: SiteMap): string => {
  if (map.type === 'parts') {
    const parts = map.parts.map((url) => `<sitemap>${tag('loc', url)}</sitemap>\n`).join('');
    return `${HEAD}<sitemapindex ${SITEMAPS}>\n${parts}</sitemapindex>\n`;
  }
  const urls = map.urls.map(
    ({ url, lastmod }) =>
      `<url>${tag('loc', url)}${lastmod ? tag('lastmod', lastmod) : ''}</url>\n`,
  );
  return `${HEAD}<urlset ${SITEMAPS}>\n${urls.join('')}</urlset>\n`;
};

/** RFC 822 with four digits of the year, as RSS wants it. */
const rfc822 = (time: string): string => new Date(time).toUTCString();

/** A feed (RSS 2.0). */
export const feedXml = ({ title, description, url, self, items }: LogFeed): string => {
  const newest = items[0];
  const entries = items.map(
    (item) =>
      `<item>${tag('title', item.title)}${tag('link', item.url)}` +
      `<guid isPermaLink="true">${escape(item.url)}</guid>` +
      `${tag('pubDate', rfc822(item.publishedAt))}${tag('description', item.html)}</item>\n`,
  );
  return [
    `${HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>`,
    tag('title', title),
    tag('link', url),
    tag('description', description),
    '<language>zh-cn</language>',
    `<atom:link rel="self" type="application/rss+xml" href="${escape(self)}"/>`,
    newest ? `${tag('lastBuildDate', rfc822(newest.publishedAt))}\n` : '\n',
    ...entries,
    '</channel>\n</rss>\n',
  ].join('');
};
