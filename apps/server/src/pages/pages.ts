import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteModule } from '@yunbiao/contract/api/site';
import { sendCachedPage } from './cached-page.ts';
import { parseHostName } from './hosts.ts';
import { createQueuedPageRenderer } from './make-page.ts';
import { PageCache } from './page-cache.ts';
import { JSON_TYPE, type RenderDeps } from './page-render.ts';
import { type Reply, sendPageReply } from './page-reply.ts';
import {
  isPayloadPath,
  formatCacheKey,
  parsePagePath,
  type PageRequest,
  readPageRequest,
  splitUrl,
} from './page-request.ts';
import { buildSecurityHeaders } from './security-headers.ts';
import { createErrorAndBusyPages, type Standby } from './standby-pages.ts';
import { hasTokenCookie } from '../http/token-cookie.ts';

/**
 * Cache sizes, bytes. Pages with search parameters, which visitors can vary freely, have their own
 * cache. Thousands of them evict each other but never the common pages.
 */
const CACHE_BYTES = { paths: 48 * 1024 * 1024, searches: 16 * 1024 * 1024 };

export type Pages = {
  /** Answers from the page cache, before any other handler. Returns whether it did. */
  trySendCached: (req: IncomingMessage, res: ServerResponse) => boolean;
  handle: (req: IncomingMessage, res: ServerResponse, requestId: string) => Promise<void>;
  invalidate: (tags: readonly string[]) => void;
  getCacheSize: () => { pages: number; bytes: number };
};

/** Cache key of a URL, computed without matching its route. */
const computeCacheKey = (url: string, ownAlias: string, module: SiteModule | undefined): string => {
  const { pathname, search } = splitUrl(url);
  if (!search || !module) return formatCacheKey(ownAlias, url);
  const declared = module.getDeclaredSearch(
    parsePagePath(pathname).pathname,
    search,
    ownAlias,
  ).search;
  return formatCacheKey(ownAlias, pathname + declared);
};

type PagesState = {
  deps: RenderDeps;
  pathCache: PageCache<Reply>;
  searchCache: PageCache<Reply>;
  /** Security headers of every response. */
  common: [string, string][];
  /** Undefined until the first page was requested. */
  current: SiteModule | undefined;
  standby: Standby;
  make: ReturnType<typeof createQueuedPageRenderer>;
};

const createPagesState = (deps: RenderDeps, sizes: typeof CACHE_BYTES): PagesState => {
  const { config, site } = deps;
  const standby = createErrorAndBusyPages(config, site.build, () => state.current);
  const state: PagesState = {
    deps,
    pathCache: new PageCache(sizes.paths),
    searchCache: new PageCache(sizes.searches),
    common: buildSecurityHeaders(config),
    current: undefined,
    standby,
    make: createQueuedPageRenderer(deps, standby),
  };
  return state;
};

const selectPageCache = ({ pathCache, searchCache }: PagesState, key: string): PageCache<Reply> =>
  key.includes('?') ? searchCache : pathCache;

const sendCachedPageIfAllowed = (
  state: PagesState,
  req: IncomingMessage,
  res: ServerResponse,
): boolean => {
  const { metrics, getAlias } = state.deps;
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const url = req.url ?? '/';
  if (hasTokenCookie(req.headers.cookie) && !isPayloadPath(splitUrl(url).pathname)) return false;
  const ownAlias = getAlias(parseHostName(req.headers.host ?? '')) ?? '';
  const key = computeCacheKey(url, ownAlias, state.current);
  const page = selectPageCache(state, key).get(key);
  if (!page) return false;
  metrics.cacheHits++;
  if (sendCachedPage(page, req, res) === 304) metrics.notModified++;
  return true;
};

/**
 * The 404 page shows the requested URL. A shared page was rendered with the declared search
 * parameters only, so a visitor with other parameters gets a page that is not cached.
 */
const showRequestedUrlOn404 = async (
  { make, searchCache }: PagesState,
  request: PageRequest,
  reply: Reply,
): Promise<Reply> => {
  const { kind, requestedUrl, displayedUrl, customDomainAlias } = request;
  const isMissing = reply.type === 'fresh' && reply.status === 404 && kind === 'page';
  if (!isMissing || displayedUrl === requestedUrl) return reply;
  const makeUncachedPage = async () => ({
    value: (await make({ ...request, displayedUrl: requestedUrl })).value,
  });
  // `?` is never a valid alias.
  return searchCache.render(
    `${formatCacheKey('?', customDomainAlias)} ${requestedUrl}`,
    makeUncachedPage,
  );
};

const renderSharedPage = async (state: PagesState, request: PageRequest): Promise<Reply> => {
  let hasStarted = false;
  const reply = await selectPageCache(state, request.key).render(request.key, () => {
    hasStarted = true;
    return state.make(request);
  });
  // The limit applied to the request that started the render, not to requests that joined it.
  return !hasStarted && (reply.type === 'limited' || reply.type === 'busy')
    ? renderSharedPage(state, request)
    : reply;
};

const createPageReply = async (
  state: PagesState,
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
): Promise<Reply> => {
  const { config, metrics, site, getAlias, dev = false } = state.deps;
  const module = await site.loadModule();
  state.current = module;
  const { trustProxy } = config;
  const request = readPageRequest(req, module, { requestId, getAlias, trustProxy });
  if (!request) {
    return {
      type: 'fresh',
      status: 404,
      contentType: JSON_TYPE,
      body: Buffer.from('{}'),
      headers: state.common,
    };
  }
  // Pages of members are not shared. The render is skipped if the member has disconnected.
  if (!request.cacheable || request.token || dev) {
    const { value } = await state.make(request, () => !res.destroyed);
    return showRequestedUrlOn404(state, request, value);
  }
  metrics.cacheMisses++;
  return showRequestedUrlOn404(state, request, await renderSharedPage(state, request));
};

const servePageRequest = async (
  state: PagesState,
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
): Promise<void> => {
  const { deps, common, standby } = state;
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.writeHead(405, ['Allow', 'GET, HEAD', 'Content-Length', '0', ...common.flat()]);
    res.end();
    return;
  }
  const reply = await createPageReply(state, req, res, requestId).catch((error: unknown) => {
    const path = splitUrl(req.url ?? '/').pathname;
    deps.log.error('page failed', { requestId, path, error });
    return standby.createFailedReply();
  });
  await sendPageReply(req, res, reply, common);
};

/** Creates the page handler of the site: cache, payloads, rendering and policies. */
export const createPageHandler = (deps: RenderDeps, sizes = CACHE_BYTES): Pages => {
  const state = createPagesState(deps, sizes);
  const { pathCache, searchCache } = state;
  return {
    trySendCached: (req, res) => sendCachedPageIfAllowed(state, req, res),
    handle: (req, res, requestId) => servePageRequest(state, req, res, requestId),
    invalidate: (tags) => {
      pathCache.invalidate(tags);
      searchCache.invalidate(tags);
    },
    getCacheSize: () => ({
      pages: pathCache.size.pages + searchCache.size.pages,
      bytes: pathCache.size.bytes + searchCache.size.bytes,
    }),
  };
};
