import type { IncomingMessage, ServerResponse } from 'node:http';
import { Busy, createAdmission } from '../admission.ts';
import { sendCachedPage } from './cached-page.ts';
import { othersOf, pagePolicy } from './csp.ts';
import { hostName } from './hosts.ts';
import { createLines } from './lines.ts';
import { PageCache, type Rendered } from './page-cache.ts';
import { createRenderer, JSON_TYPE, type RenderDeps } from './page-render.ts';
import { HTML, type Reply, sendReply } from './page-reply.ts';
import { isPayload, keyOf, pageOf, readPageRequest, splitUrl } from './page-request.ts';
import { securityHeaders } from './security-headers.ts';
import type { SiteModule } from './site.ts';
import { hasTokenCookie } from './token-cookie.ts';

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
  if (!search || !module) return keyOf(ownAlias, url);
  const declared = module.declaredSearch(pageOf(pathname).pathname, search, ownAlias).search;
  return keyOf(ownAlias, pathname + declared);
};

/** The site's pages: cache, payloads, rendering, policies. */
export const createPages = (deps: RenderDeps, sizes = CACHE_BYTES): Pages => {
  const { config, log, metrics, site, aliasOf, dev = false } = deps;
  const paths = new PageCache<Reply>(sizes.paths);
  const searches = new PageCache<Reply>(sizes.searches);
  const cacheOf = (key: string): PageCache<Reply> => (key.includes('?') ? searches : paths);
  const common = securityHeaders(config);
  const { openVisit, admission = createAdmission() } = deps;
  const render = createRenderer(deps, admission.pause);
  const lines = createLines();
  let current: SiteModule | undefined;

  const tryCache: Pages['tryCache'] = (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    const url = req.url ?? '/';
    if (hasTokenCookie(req.headers.cookie) && !isPayload(splitUrl(url).pathname)) return false;
    const key = cacheKey(url, aliasOf(hostName(req.headers.host ?? '')) ?? '', current);
    const page = cacheOf(key).get(key);
    if (!page) return false;
    metrics.cacheHits++;
    if (sendCachedPage(page, req, res) === 304) metrics.notModified++;
    return true;
  };

  const replyTo = async (
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
  ): Promise<Reply> => {
    current = await site.module();
    const request = readPageRequest(req, current, {
      ...{ requestId, aliasOf, trustProxy: config.trustProxy },
    });
    if (!request) {
      return { type: 'fresh', status: 404, contentType: JSON_TYPE, body: '{}', headers: common };
    }
    const visit = openVisit(request);
    const work = async (): Promise<Rendered<Reply>> => {
      const rendered = await render(request, visit);
      if (request.token) lines.learn(request.token, await visit.signedIn().catch(() => null));
      return rendered;
    };
    const make = (isWanted?: () => boolean): Promise<Rendered<Reply>> =>
      admission.run(lines.of(request), work, isWanted).catch(refused);
    // A member's page is the member's own, and nobody waits for it when the member has gone.
    if (!request.cacheable || request.token || dev) return (await make(() => !res.destroyed)).value;
    metrics.cacheMisses++;
    const share = async (): Promise<Reply> => {
      let isOwn = false;
      const reply = await cacheOf(request.key).render(request.key, () => {
        isOwn = true;
        return make();
      });
      // Whoever began the render was turned away, not whoever waited for it.
      return !isOwn && (reply.type === 'limited' || reply.type === 'busy') ? share() : reply;
    };
    return share();
  };

  const policy: [string, string] = ['Content-Security-Policy', pagePolicy([], othersOf(config))];

  const failed = (): Reply => {
    const body = current?.errorDocument(site.build, 500) ?? '500';
    return { type: 'fresh', status: 500, contentType: HTML, body, headers: [policy, ...common] };
  };

  /** Made once: it is sent when there is no time for anything. */
  let busyPage: { of: SiteModule | undefined; wait: number; body: string } | undefined;
  const busyBody = (wait: number): string => {
    if (busyPage?.of !== current || busyPage?.wait !== wait)
      busyPage = { of: current, wait, body: current?.busyDocument(site.build, wait) ?? '503' };
    return busyPage.body;
  };

  const refused = (error: unknown): Rendered<Reply> => {
    if (!(error instanceof Busy)) throw error;
    metrics.busy++;
    const wait = error.retryAfterS;
    return { value: { type: 'busy', wait, body: busyBody(wait), headers: [policy, ...common] } };
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
        return failed();
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
