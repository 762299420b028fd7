import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteModule } from '@yunbiao/contract/site';
import { sendCachedPage } from './cached-page.ts';
import { hostName } from './hosts.ts';
import { createPageMaker } from './make-page.ts';
import { PageCache } from './page-cache.ts';
import { JSON_TYPE, type RenderDeps } from './page-render.ts';
import { type Reply, sendReply } from './page-reply.ts';
import {
  isPayload,
  getKey,
  getPage,
  type PageRequest,
  readPageRequest,
  splitUrl,
} from './page-request.ts';
import { securityHeaders } from './security-headers.ts';
import { createStandby } from './standby.ts';
import { hasTokenCookie } from '../token-cookie.ts';

/**
 * Pages kept at most. What visitors may make up as they like, a search or a place in a list, has a share of its own:
 * thousands of them push out one another, never the pages everybody comes to.
 */
const CACHE_BYTES = { paths: 48 * 1024 * 1024, searches: 16 * 1024 * 1024 };

export type Pages = {
  /** Answers from the cache, before anything else looks at the request. Returns whether it did. */
  tryCache: (req: IncomingMessage, res: ServerResponse) => boolean;
  handle: (req: IncomingMessage, res: ServerResponse, requestId: string) => Promise<void>;
  /** Content behind these tags changed. */
  raise: (tags: readonly string[]) => void;
  cacheSize: () => { pages: number; bytes: number };
};

/** What an address is kept under, as far as that can be told without looking for its route. */
const cacheKey = (url: string, ownAlias: string, module: SiteModule | undefined): string => {
  const { pathname, search } = splitUrl(url);
  if (!search || !module) return getKey(ownAlias, url);
  const declared = module.declaredSearch(getPage(pathname).pathname, search, ownAlias).search;
  return getKey(ownAlias, pathname + declared);
};

/** The site's pages: cache, payloads, rendering, policies. */
export const createPages = (deps: RenderDeps, sizes = CACHE_BYTES): Pages => {
  const { config, log, metrics, site, getAlias, dev = false } = deps;
  const paths = new PageCache<Reply>(sizes.paths);
  const searches = new PageCache<Reply>(sizes.searches);
  const getCache = (key: string): PageCache<Reply> => (key.includes('?') ? searches : paths);
  const common = securityHeaders(config);
  let current: SiteModule | undefined;
  const standby = createStandby(config, site.build, () => current);
  const make = createPageMaker(deps, standby);

  const tryCache: Pages['tryCache'] = (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    const url = req.url ?? '/';
    if (hasTokenCookie(req.headers.cookie) && !isPayload(splitUrl(url).pathname)) return false;
    const key = cacheKey(url, getAlias(hostName(req.headers.host ?? '')) ?? '', current);
    const page = getCache(key).get(key);
    if (!page) return false;
    metrics.cacheHits++;
    if (sendCachedPage(page, req, res) === 304) metrics.notModified++;
    return true;
  };

  /**
   * The 404 page names the address as it was written. What visitors share was rendered with the search the page declares:
   * a visitor who wrote another gets a page that is never kept.
   */
  const nameWhole = async (request: PageRequest, reply: Reply): Promise<Reply> => {
    const { kind, asked, named, ownAlias } = request;
    const isMissing = reply.type === 'fresh' && reply.status === 404 && kind === 'page';
    if (!isMissing || named === asked) return reply;
    const makeOwn = async () => ({ value: (await make({ ...request, named: asked })).value });
    // No alias is `?`.
    return searches.render(`${getKey('?', ownAlias)} ${asked}`, makeOwn);
  };

  const replyTo = async (
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
  ): Promise<Reply> => {
    current = await site.module();
    const request = readPageRequest(req, current, {
      requestId,
      getAlias,
      trustProxy: config.trustProxy,
    });
    if (!request) {
      return {
        type: 'fresh',
        status: 404,
        contentType: JSON_TYPE,
        body: Buffer.from('{}'),
        headers: common,
      };
    }
    // A member's page is the member's own, and nobody waits for it when the member has gone.
    if (!request.cacheable || request.token || dev)
      return nameWhole(request, (await make(request, () => !res.destroyed)).value);
    metrics.cacheMisses++;
    const share = async (): Promise<Reply> => {
      let isOwn = false;
      const reply = await getCache(request.key).render(request.key, () => {
        isOwn = true;
        return make(request);
      });
      // Whoever began the render was turned away, not whoever waited for it.
      return !isOwn && (reply.type === 'limited' || reply.type === 'busy') ? share() : reply;
    };
    return nameWhole(request, await share());
  };

  return {
    tryCache,
    handle: async (req, res, requestId) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        res.writeHead(405, ['Allow', 'GET, HEAD', 'Content-Length', '0', ...common.flat()]);
        res.end();
        return;
      }
      const reply = await replyTo(req, res, requestId).catch((error: unknown) => {
        const path = splitUrl(req.url ?? '/').pathname;
        log.error('page failed', { requestId, path, error });
        return standby.failed();
      });
      await sendReply(req, res, reply, common);
    },
    raise: (tags) => {
      paths.raise(tags);
      searches.raise(tags);
    },
    cacheSize: () => ({
      pages: paths.size.pages + searches.size.pages,
      bytes: paths.size.bytes + searches.size.bytes,
    }),
  };
};
