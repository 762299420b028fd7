import type { ContentTag } from '@yunbiao/contract';
import {
  type Context,
  buildUpdateLogFeed,
  findSeoHost,
  type SeoHost,
  buildSiteMap,
} from '@yunbiao/services';
import type { Config } from '../config/config.ts';
import { type Handler, sendPlainReply, TEXT_TYPE } from '../http/plain-reply.ts';
import { createCachedPage } from './cached-page.ts';
import { createAppIconSender } from './app/icons.ts';
import { formatManifest, MANIFEST_PATH, MANIFEST_TYPE } from './app/manifest.ts';
import { createFaviconSender } from './favicon.ts';
import { parseHostName, type FindCustomDomain } from './hosts.ts';
import { PageCache, type Rendered } from './page-cache.ts';
import { type Reply, sendPageReply } from './page-reply.ts';
import { createPreviewPictureHandler } from './preview-pictures.ts';
import { formatRobotsTxt } from './robots.ts';
import { buildSecurityHeaders } from './security-headers.ts';
import { buildLlmsText } from './llms-text.ts';
import { formatFeedXml, formatSiteMapXml } from './seo-xml.ts';
import { splitUrl } from './page-request.ts';
import { CONTENT_TAGS } from '../tags.ts';

const CACHE_BYTES = 32 * 1024 * 1024;
const XML = 'application/xml; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const RSS = 'application/rss+xml; charset=utf-8';

/**
 * Tag that invalidates cached site maps at most every `MAP_AGE_MS`. Removing a question invalidates
 * them at once, under another tag.
 */
const FORUM_TAG: ContentTag = 'forum-words';
const MAP_AGE_MS = 600_000;

type Body = { body: string; contentType: string; tags: readonly string[] };

/**
 * Alias from `/{soft}/updateLog/rss.xml`, undefined for `/updateLog/rss.xml`, null for other paths.
 */
const parseFeedAlias = (pathname: string): string | undefined | null => {
  const match = /^(?:\/([^/]+))?\/updateLog\/rss\.xml$/.exec(pathname);
  if (!match) return null;
  try {
    return match[1] && decodeURIComponent(match[1]);
  } catch {
    return null;
  }
};

type SeoRequest = { ctx: Context; place: SeoHost; pathname: string; search: string };

/** Content of a path, null when it does not exist. */
const buildSeoBody = async ({ ctx, place, pathname, search }: SeoRequest): Promise<Body | null> => {
  if (pathname === '/robots.txt')
    return {
      body: formatRobotsTxt(ctx.settings.publicUrl, place),
      contentType: TEXT_TYPE,
      tags: CONTENT_TAGS.robots,
    };
  if (pathname === '/llms.txt')
    return {
      body: buildLlmsText(ctx.settings.publicUrl, place),
      contentType: MARKDOWN,
      tags: CONTENT_TAGS.llms,
    };
  if (pathname === MANIFEST_PATH)
    return {
      body: formatManifest(place),
      contentType: MANIFEST_TYPE,
      tags: CONTENT_TAGS.manifest,
    };
  if (pathname === '/sitemap.xml') {
    const siteMapPart = new URLSearchParams(search).get('part');
    const part = siteMapPart === null ? undefined : Number(siteMapPart);
    const map = await buildSiteMap({ ctx, place, part });
    return map && { body: formatSiteMapXml(map), contentType: XML, tags: CONTENT_TAGS.siteMap };
  }
  const alias = parseFeedAlias(pathname);
  if (alias === null) return null;
  const feed = await buildUpdateLogFeed({ ctx, place, alias });
  return feed && { body: formatFeedXml(feed), contentType: RSS, tags: CONTENT_TAGS.feed };
};

export type SeoRoutes = {
  /** Whether this handler serves the path. */
  matchesPath: (pathname: string) => boolean;
  handle: Handler;
  invalidate: (tags: readonly string[]) => void;
};

type SeoState = {
  ctx: Context;
  config: Pick<Config, 'publicUrl' | 'wechatVerify'>;
  getAlias: FindCustomDomain;
  cache: PageCache<Reply>;
  /** Security headers of every response. */
  common: [string, string][];
  /** Questions or replies changed since the site maps were invalidated. */
  isForumChanged: boolean;
  invalidatedAt: number;
};

/** A site map of all questions is expensive, so new questions and replies do not each rebuild it. */
const invalidateForumSiteMaps = (state: SeoState): void => {
  const { ctx, cache } = state;
  if (!state.isForumChanged || ctx.now() - state.invalidatedAt < MAP_AGE_MS) return;
  state.isForumChanged = false;
  state.invalidatedAt = ctx.now();
  cache.invalidate([FORUM_TAG]);
};

const isSeoPath = (pathname: string): boolean =>
  pathname === '/robots.txt' ||
  pathname === '/sitemap.xml' ||
  pathname === '/llms.txt' ||
  pathname === MANIFEST_PATH ||
  pathname.endsWith('/updateLog/rss.xml');

const createSeoNotFoundReply = (headers: [string, string][]): Reply => ({
  type: 'fresh',
  status: 404,
  contentType: TEXT_TYPE,
  body: Buffer.from('404\n'),
  headers,
});

const renderSeoReply = async (
  { ctx, common }: SeoState,
  alias: string | undefined,
  { pathname, search }: Pick<SeoRequest, 'pathname' | 'search'>,
): Promise<Rendered<Reply>> => {
  const place = await findSeoHost({ ctx, alias });
  const seoBody = place && (await buildSeoBody({ ctx, place, pathname, search }));
  if (!seoBody) return { value: createSeoNotFoundReply(common) };
  const page = await createCachedPage({
    ...seoBody,
    body: Buffer.from(seoBody.body),
    headers: common,
  });
  return { value: { type: 'kept', page }, cacheEntry: { page, tags: seoBody.tags } };
};

const createSeoReply = async (
  state: SeoState,
  host: string,
  { pathname, search }: Pick<SeoRequest, 'pathname' | 'search'>,
): Promise<Reply> => {
  const { cache } = state;
  const alias = state.getAlias(host);
  // Ignore other parameters: they change nothing and would fill the cache.
  const part = new URLSearchParams(search).get('part');
  // Accept only one spelling: `1.0` and `%2B1` would each create another cache entry.
  if (part !== null && !/^[1-9]\d{0,3}$/.test(part)) return createSeoNotFoundReply(state.common);
  const partSearch = pathname === '/sitemap.xml' && part !== null ? `?part=${part}` : '';
  const key = `${alias ?? ''} ${pathname}${partSearch}`;
  invalidateForumSiteMaps(state);
  const cached = cache.get(key);
  if (cached) return { type: 'kept', page: cached };
  return cache.render(key, () => renderSeoReply(state, alias, { pathname, search: partSearch }));
};

/** Creates the handler for search engines, feed readers and WeChat's domain verification. */
export const createSeoRoutes = (
  ctx: Context,
  config: Pick<Config, 'publicUrl' | 'wechatVerify'>,
  getAlias: FindCustomDomain,
): SeoRoutes => {
  const state: SeoState = {
    ctx,
    config,
    getAlias,
    cache: new PageCache<Reply>(CACHE_BYTES),
    common: buildSecurityHeaders(config),
    isForumChanged: false,
    invalidatedAt: -Infinity,
  };
  const { cache, common } = state;
  const pictures = createPreviewPictureHandler(ctx);
  const sendFavicon = createFaviconSender(common);
  const icons = createAppIconSender(common);
  return {
    matchesPath: (pathname) =>
      isSeoPath(pathname) ||
      pathname === '/favicon.ico' ||
      icons.matchesPath(pathname) ||
      pictures.matchesPath(pathname) ||
      config.wechatVerify.has(pathname.slice(1)),
    handle: async (req, res, pathname) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        res.writeHead(405, ['Allow', 'GET, HEAD', 'Content-Length', '0', ...common.flat()]);
        return void res.end();
      }
      const verify = config.wechatVerify.get(pathname.slice(1));
      if (verify !== undefined) return sendPlainReply(res, 200, TEXT_TYPE, verify, common);
      if (pathname === '/favicon.ico') return sendFavicon(req, res);
      if (icons.matchesPath(pathname)) return icons.send(req, res, pathname);
      if (pictures.matchesPath(pathname)) {
        const isSent = await pictures.send(req, res, common.flat());
        return isSent ? undefined : sendPlainReply(res, 404, TEXT_TYPE, '404\n', common);
      }
      const address = { pathname, search: splitUrl(req.url ?? '/').search };
      const host = parseHostName(req.headers.host ?? '');
      await sendPageReply(req, res, await createSeoReply(state, host, address), common);
    },
    invalidate: (tags) => {
      state.isForumChanged ||= tags.includes(FORUM_TAG);
      invalidateForumSiteMaps(state);
      cache.invalidate(tags.filter((tag) => tag !== FORUM_TAG));
      pictures.invalidate(tags);
    },
  };
};
