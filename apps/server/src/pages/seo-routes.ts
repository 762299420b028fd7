import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentTag } from '@yunbiao/contract';
import {
  type Context,
  logFeed,
  getOrigin,
  seoPlace,
  type SeoPlace,
  siteMap,
} from '@yunbiao/services';
import type { Config } from '../config.ts';
import { type Handler, reply, TEXT } from '../plain-reply.ts';
import { cachedPage } from './cached-page.ts';
import { hostName, type OwnHosts } from './hosts.ts';
import { PageCache } from './page-cache.ts';
import { type Reply, sendReply } from './page-reply.ts';
import { createPreviewPictures } from './preview-pictures.ts';
import { securityHeaders } from './security-headers.ts';
import { llmsText } from './llms-text.ts';
import { feedXml, siteMapXml } from './seo-xml.ts';
import { splitUrl } from './page-request.ts';
import { SHOWN } from '../tags.ts';

const CACHE_BYTES = 32 * 1024 * 1024;
const XML = 'application/xml; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const RSS = 'application/rss+xml; charset=utf-8';
const DAY_S = 86_400;

/** Raised for the kept maps every `MAP_AGE_MS` at most; a question that is taken away drops them at once. */
const WORDS: ContentTag = 'forum-words';
const MAP_AGE_MS = 600_000;

/** Private pages and the API are nothing for search engines. */
const DISALLOWED = ['/np/', '/users/', '/user/', '/*/user'];

const robots = (publicUrl: string, place: SeoPlace): string =>
  [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${getOrigin(publicUrl, place.own)}/sitemap.xml`,
    '',
  ].join('\n');

type Body = { body: string; contentType: string; tags: readonly string[] };

/** The alias in `/{soft}/updateLog/rss.xml`; undefined in `/updateLog/rss.xml`; null elsewhere. */
const feedAlias = (pathname: string): string | undefined | null => {
  const found = /^(?:\/([^/]+))?\/updateLog\/rss\.xml$/.exec(pathname);
  if (!found) return null;
  try {
    return found[1] && decodeURIComponent(found[1]);
  } catch {
    return null;
  }
};

type Ask = { ctx: Context; place: SeoPlace; pathname: string; search: string };

/** What is at this address; null when nothing is. */
const getBody = async ({ ctx, place, pathname, search }: Ask): Promise<Body | null> => {
  if (pathname === '/robots.txt')
    return { body: robots(ctx.settings.publicUrl, place), contentType: TEXT, tags: SHOWN.robots };
  if (pathname === '/llms.txt')
    return { body: llmsText(ctx.settings.publicUrl), contentType: MARKDOWN, tags: [] };
  if (pathname === '/sitemap.xml') {
    const named = new URLSearchParams(search).get('part');
    const part = named === null ? undefined : Number(named);
    const map = await siteMap({ ctx, place, part });
    return map && { body: siteMapXml(map), contentType: XML, tags: SHOWN.siteMap };
  }
  const alias = feedAlias(pathname);
  if (alias === null) return null;
  const feed = await logFeed({ ctx, place, alias });
  return feed && { body: feedXml(feed), contentType: RSS, tags: SHOWN.feed };
};

export type SeoRoutes = {
  /** Whether this path is one of these. */
  takes: (pathname: string) => boolean;
  handle: Handler;
  /** Content behind these tags changed. */
  raise: (tags: readonly string[]) => void;
};

/** What search engines, feed readers and WeChat's check ask for. */
export const createSeoRoutes = (
  ctx: Context,
  config: Pick<Config, 'publicUrl' | 'wechatVerify'>,
  getAlias: OwnHosts,
): SeoRoutes => {
  const cache = new PageCache<Reply>(CACHE_BYTES);
  const common = securityHeaders(config);
  const pictures = createPreviewPictures(ctx);
  const icon = readFileSync(join(import.meta.dirname, 'favicon.ico'));
  const missing: Reply = {
    type: 'fresh',
    status: 404,
    contentType: TEXT,
    body: Buffer.from('404\n'),
    headers: common,
  };
  let hasNewWords = false;
  let renewedAt = -Infinity;
  /** A map of all questions is much work: questions and replies that come every minute do not each remake it. */
  const renewMaps = (): void => {
    if (!hasNewWords || ctx.now() - renewedAt < MAP_AGE_MS) return;
    hasNewWords = false;
    renewedAt = ctx.now();
    cache.raise([WORDS]);
  };

  const isListed = (pathname: string): boolean =>
    pathname === '/robots.txt' ||
    pathname === '/sitemap.xml' ||
    pathname === '/llms.txt' ||
    pathname.endsWith('/updateLog/rss.xml');

  const replyTo = async (host: string, pathname: string, search: string): Promise<Reply> => {
    const alias = getAlias(host);
    // What else the address says changes nothing, and would fill the cache.
    const part = new URLSearchParams(search).get('part');
    // One way to write a number: `1.0` and `%2B1` would each be a map of its own in the cache.
    if (part !== null && !/^[1-9]\d{0,3}$/.test(part)) return missing;
    const wanted = pathname === '/sitemap.xml' && part !== null ? `?part=${part}` : '';
    const key = `${alias ?? ''} ${pathname}${wanted}`;
    renewMaps();
    const kept = cache.get(key);
    if (kept) return { type: 'kept', page: kept };
    return cache.render(key, async () => {
      const place = await seoPlace({ ctx, alias });
      const made = place && (await getBody({ ctx, place, pathname, search: wanted }));
      if (!made) return { value: missing };
      const page = await cachedPage({ ...made, body: Buffer.from(made.body), headers: common });
      return { value: { type: 'kept', page }, keep: { page, tags: made.tags } };
    });
  };

  return {
    takes: (pathname) =>
      isListed(pathname) ||
      pathname === '/favicon.ico' ||
      pictures.takes(pathname) ||
      config.wechatVerify.has(pathname.slice(1)),
    handle: async (req, res, pathname) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        res.writeHead(405, ['Allow', 'GET, HEAD', 'Content-Length', '0', ...common.flat()]);
        return void res.end();
      }
      const verify = config.wechatVerify.get(pathname.slice(1));
      if (verify !== undefined) return reply(res, 200, TEXT, verify, common);
      if (pathname === '/favicon.ico') {
        res.writeHead(200, [
          'Content-Type',
          'image/x-icon',
          'Content-Length',
          String(icon.length),
          'Cache-Control',
          `public, max-age=${DAY_S}`,
          ...common.flat(),
        ]);
        return void res.end(req.method === 'HEAD' ? undefined : icon);
      }
      if (pictures.takes(pathname)) {
        const isSent = await pictures.send(req, res, common.flat());
        return isSent ? undefined : reply(res, 404, TEXT, '404\n', common);
      }
      const { search } = splitUrl(req.url ?? '/');
      const host = hostName(req.headers.host ?? '');
      await sendReply(req, res, await replyTo(host, pathname, search), common);
    },
    raise: (tags) => {
      hasNewWords ||= tags.includes(WORDS);
      renewMaps();
      cache.raise(tags.filter((tag) => tag !== WORDS));
      pictures.raise(tags);
    },
  };
};
