import type { LogFeed, SiteMap } from '@yunbiao/services';

/** Characters that XML 1.0 cannot contain, not even escaped (§2.2), including lone surrogates. */
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escapeXml = (text: string): string =>
  text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

const formatXmlElement = (name: string, text: string): string =>
  `<${name}>${escapeXml(text)}</${name}>`;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAPS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A site map, or the index of its parts (sitemaps.org protocol 0.9). */
export const formatSiteMapXml = (map: SiteMap): string => {
  if (map.type === 'parts') {
    const parts = map.parts
      .map((url) => `<sitemap>${formatXmlElement('loc', url)}</sitemap>\n`)
      .join('');
    return `${HEAD}<sitemapindex ${SITEMAPS}>\n${parts}</sitemapindex>\n`;
  }
  const urls = map.urls.map(
    ({ url, lastmod }) =>
      `<url>${formatXmlElement('loc', url)}${lastmod ? formatXmlElement('lastmod', lastmod) : ''}</url>\n`,
  );
  return `${HEAD}<urlset ${SITEMAPS}>\n${urls.join('')}</urlset>\n`;
};

/** RFC 822 date with a four-digit year, as RSS requires. */
const formatRfc822 = (time: string): string => new Date(time).toUTCString();

/** An RSS 2.0 feed. */
export const formatFeedXml = ({ title, description, url, self, items }: LogFeed): string => {
  const newest = items[0];
  const entries = items.map(
    (item) =>
      `<item>${formatXmlElement('title', item.title)}${formatXmlElement('link', item.url)}` +
      `<guid isPermaLink="true">${escapeXml(item.url)}</guid>` +
      `${formatXmlElement('pubDate', formatRfc822(item.publishedAt))}${formatXmlElement('description', item.html)}</item>\n`,
  );
  return [
    `${HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>`,
    formatXmlElement('title', title),
    formatXmlElement('link', url),
    formatXmlElement('description', description),
    '<language>zh-cn</language>',
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(self)}"/>`,
    newest ? `${formatXmlElement('lastBuildDate', formatRfc822(newest.publishedAt))}\n` : '\n',
    ...entries,
    '</channel>\n</rss>\n',
  ].join('');
};
