import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { cachedPage, sendCachedPage } from './cached-page.ts';
import { pagePolicy, sealScripts } from './csp.ts';
import { PageCache, type Rendered } from './page-cache.ts';
import { type Reply, sendReply } from './page-reply.ts';
import { isPayload, pageOf, type PageRequest, readPageRequest, splitUrl } from './page-request.ts';
import { securityHeaders } from './security-headers.ts';
import type { RenderOutput, Site, SiteModule } from './site.ts';
import { tagsOfCall } from './tags.ts';
import { hasTokenCookie } from './token-cookie.ts';

const CACHE_BYTES = 64 * 1024 * 1024;
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

type Deps = {
  config: Config;
  log: Log;
  metrics: Metrics;
  site: Site;
  /** The API in this process. */
  api: (url: string, init: RequestInit) => Promise<Response>;
  /** Development: nothing is kept and no policy is sent. */
  dev?: boolean;
};

export type Pages = {
  /** Answers from the cache, before anything else looks at the request. Returns whether it did. */
  tryCache: (req: IncomingMessage, res: ServerResponse) => boolean;
  handle: (req: IncomingMessage, res: ServerResponse, requestId: string) => Promise<void>;
  /** Content behind these tags changed. */
  raise: (tags: readonly string[]) => void;
  cacheSize: () => { pages: number; bytes: number };
};

const seal = (
  output: Extract<RenderOutput, { type: 'page' }>,
  nonce: string,
  common: [string, string][],
  config: Config,
  dev: boolean,
) => {
  const { html, hashes } = sealScripts(output.body, nonce);
  const policy: [string, string][] = dev
    ? []
    : [['Content-Security-Policy', pagePolicy(hashes, config.apiBaseUrl)]];
  return { body: html, headers: [...policy, ...common] };
};

/** The site's pages: cache, payloads, rendering, policies. */
export const createPages = (deps: Deps): Pages => {
  const { config, log, metrics, site, dev = false } = deps;
  const cache = new PageCache<Reply>(CACHE_BYTES);
  const common = securityHeaders(config);
  let current: SiteModule | undefined;

  const render = async (request: PageRequest): Promise<Rendered<Reply>> => {
    const module = (current = await site.module());
    const tags = new Set<string>();
    const nonce = randomBytes(16).toString('base64url');
    metrics.renders++;
    const output = await module.render({
      ...{
        href: request.href,
        kind: request.kind,
        nonce,
        token: request.token,
        host: request.host,
      },
      ...{ origin: config.publicUrl, apiBase: config.apiBaseUrl, build: site.build },
      fetch: (url, init) => {
        for (const tag of tagsOfCall(url, init)) tags.add(tag);
        const headers = new Headers(init.headers);
        headers.set('X-Request-Id', request.requestId);
        return deps.api(url, { ...init, headers });
      },
    });
    if (output.type === 'redirect') {
      // Following it would end in a page; whoever asks for a payload is told to ask the API.
      return request.kind === 'page'
        ? { value: output }
        : {
            value: {
              type: 'fresh',
              status: 404,
              contentType: JSON_TYPE,
              body: '{}',
              headers: common,
            },
          };
    }
    if (output.error !== undefined)
      log.error('page failed', {
        requestId: request.requestId,
        href: request.href,
        error: output.error,
      });
    const isPage = request.kind === 'page';
    const contentType = isPage ? HTML : JSON_TYPE;
    const { body, headers } = isPage
      ? seal(output, nonce, common, config, dev)
      : {
          body: output.body,
          headers: [['X-Robots-Tag', 'noindex'] as [string, string], ...common],
        };
    if (output.status !== 200 || output.degraded || !request.cacheable || request.token || dev) {
      return { value: { type: 'fresh', status: output.status, contentType, body, headers } };
    }
    const page = await cachedPage({ body, contentType, headers });
    return { value: { type: 'kept', page }, keep: { page, tags: [...tags] } };
  };

  const answer = async (
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
  ): Promise<void> => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.writeHead(405, ['Allow', 'GET, HEAD', 'Content-Length', '0', ...common.flat()]);
      return void res.end();
    }
    const request = readPageRequest(req, await site.module(), requestId);
    if (!request) {
      res.writeHead(404, [
        'Content-Type',
        JSON_TYPE,
        'Cache-Control',
        'no-store',
        ...common.flat(),
      ]);
      return void res.end('{}');
    }
    const shared = request.cacheable && !request.token && !dev;
    if (shared) metrics.cacheMisses++;
    const reply = shared
      ? await cache.render(request.key, () => render(request))
      : (await render(request)).value;
    await sendReply(req, res, reply, common);
  };

  return {
    tryCache: (req, res) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false;
      const raw = req.url ?? '/';
      const { pathname, search } = splitUrl(raw);
      if (hasTokenCookie(req.headers.cookie) && !isPayload(pathname)) return false;
      const key =
        search && current
          ? pathname + current.declaredSearch(pageOf(pathname).pathname, search).search
          : raw;
      const page = cache.get(key);
      if (!page) return false;
      metrics.cacheHits++;
      const status = sendCachedPage(page, req, res);
      if (status === 304) metrics.notModified++;
      return true;
    },
    handle: async (req, res, requestId) => {
      try {
        await answer(req, res, requestId);
      } catch (error) {
        log.error('page failed', { requestId, path: splitUrl(req.url ?? '/').pathname, error });
        if (res.headersSent) return void res.destroy();
        const body = current?.errorDocument(site.build, 500) ?? '500';
        const headers: [string, string][] = [
          ['Content-Security-Policy', pagePolicy([], '')],
          ...common,
        ];
        await sendReply(
          req,
          res,
          { type: 'fresh', status: 500, contentType: HTML, body, headers },
          common,
        );
      }
    },
    raise: (tags) => cache.raise(tags),
    cacheSize: () => cache.size,
  };
};
