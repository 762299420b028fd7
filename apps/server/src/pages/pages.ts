import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { type CachedPage, cachedPage, sendCachedPage } from './cached-page.ts';
import { pagePolicy, sealScripts } from './csp.ts';
import { compress, encodingFor, negotiate } from './encoding.ts';
import { hostName } from './hosts.ts';
import { PageCache, type Rendered } from './page-cache.ts';
import { securityHeaders } from './security-headers.ts';
import type { RenderOutput, Site, SiteModule } from './site.ts';
import { tagsOfCall } from './tags.ts';
import { cookieToken, hasTokenCookie } from './token-cookie.ts';

const CACHE_BYTES = 64 * 1024 * 1024;
const PAYLOAD = '/_payload.json';
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

type Reply =
  | { type: 'redirect'; status: number; location: string }
  | {
      type: 'fresh';
      status: number;
      contentType: string;
      body: string;
      headers: [string, string][];
    }
  | { type: 'kept'; page: CachedPage };

type PageRequest = {
  key: string;
  href: string;
  kind: 'page' | 'payload';
  cacheable: boolean;
  token: string;
  host: string;
  requestId: string;
};

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

const split = (url: string): { pathname: string; search: string } => {
  const at = url.indexOf('?');
  return at < 0
    ? { pathname: url, search: '' }
    : { pathname: url.slice(0, at), search: url.slice(at) };
};

/** `/a/_payload.json` is the payload of `/a`; `/_payload.json` that of `/`. */
const pageOf = (pathname: string): { pathname: string; kind: 'page' | 'payload' } =>
  pathname.endsWith(PAYLOAD)
    ? { pathname: pathname.slice(0, -PAYLOAD.length) || '/', kind: 'payload' }
    : { pathname, kind: 'page' };

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

  const send = async (req: IncomingMessage, res: ServerResponse, reply: Reply): Promise<void> => {
    if (reply.type === 'kept') return void sendCachedPage(reply.page, req, res);
    if (reply.type === 'redirect') {
      res.writeHead(reply.status, [
        ...['Location', reply.location, 'Cache-Control', 'no-store', 'Content-Length', '0'],
        ...common.flat(),
      ]);
      return void res.end();
    }
    const bytes = Buffer.from(reply.body);
    const encoding = encodingFor(negotiate(req.headers['accept-encoding']), bytes.length);
    const body = await compress(bytes, encoding);
    res.writeHead(reply.status, [
      ...['Content-Type', reply.contentType, 'Content-Length', String(body.length)],
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ...['Cache-Control', 'private, no-cache', 'Vary', 'Accept-Encoding, Cookie'],
      ...reply.headers.flat(),
    ]);
    res.end(req.method === 'HEAD' ? undefined : body);
  };

  /** What is asked for, with the search its page declares; null when it is a payload nobody offers. */
  const parse = (
    req: IncomingMessage,
    module: SiteModule,
    requestId: string,
  ): PageRequest | null => {
    const url = split(req.url ?? '/');
    const { pathname, kind } = pageOf(url.pathname);
    const { cacheable, search } = module.declaredSearch(pathname, url.search);
    if (kind === 'payload' && !cacheable) return null;
    return {
      ...{ key: url.pathname + search, href: pathname + search, kind, cacheable, requestId },
      // A payload is the same for everyone.
      token: kind === 'payload' ? '' : cookieToken(req.headers.cookie),
      host: hostName(req.headers.host ?? ''),
    };
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
    const request = parse(req, await site.module(), requestId);
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
    await send(req, res, reply);
  };

  return {
    tryCache: (req, res) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false;
      const raw = req.url ?? '/';
      const { pathname, search } = split(raw);
      if (hasTokenCookie(req.headers.cookie) && !pathname.endsWith(PAYLOAD)) return false;
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
        log.error('page failed', { requestId, path: split(req.url ?? '/').pathname, error });
        if (res.headersSent) return void res.destroy();
        const body = current?.errorDocument(site.build, 500) ?? '500';
        const headers: [string, string][] = [
          ['Content-Security-Policy', pagePolicy([], '')],
          ...common,
        ];
        await send(req, res, { type: 'fresh', status: 500, contentType: HTML, body, headers });
      }
    },
    raise: (tags) => cache.raise(tags),
    cacheSize: () => cache.size,
  };
};
