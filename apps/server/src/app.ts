import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Admission } from './admission.ts';
import type { Visit, Visitor } from './api/visit.ts';
import type { Config } from './config.ts';
import { guardConnections } from './connections.ts';
import { createHttpServer, refuseSocket, statusOfClientError } from './http-server.ts';
import type { Log } from './log.ts';
import { countRequest, createMetrics, type Metrics } from './metrics.ts';
import { createDrawnPictures, type DrawnKinds } from './pages/drawn-pictures.ts';
import { hostCheck, type OwnHosts } from './pages/hosts.ts';
import { createPages, type Pages } from './pages/pages.ts';
import { securityHeaders } from './pages/security-headers.ts';
import type { SeoRoutes } from './pages/seo-routes.ts';
import type { Site } from './pages/site.ts';
import { type Handler, reply, TEXT } from './plain-reply.ts';
import { probes } from './probes.ts';
import { nameRequest } from './request-id.ts';
import { getCaller, createPlaces, refuseOneTooMany } from './request-places.ts';
import { endSlowReaders, type ReaderLimits } from './slow-readers.ts';
import { createTurns } from './turns.ts';
import { STAND_IN } from './wechat/offer.ts';
import { bringsBody, createUnreadBodies } from './unread-bodies.ts';
import type { WorkBudget } from './work-budget.ts';

/** The API: the same handlers for the network and for rendering in this process. */
export type Api = {
  /** `bindings` is what Node's adapter knows of the connection; absent inside this process. */
  fetch: (request: Request, bindings?: HttpBindings) => Response | Promise<Response>;
  openVisit: (visitor: Visitor) => Visit;
};

export type AppDeps = {
  config: Config;
  log: Log;
  api: Api;
  /** One that listens already; left out: a new one. */
  server?: Server;
  /** Opens the site over the server, which development's hot reload shares. */
  openSite: (server: Server) => Promise<Site>;
  /** What stands in the way of serving; '' when nothing does. */
  readiness: () => Promise<string>;
  /** Where pages and heavy calls wait for their turn. */
  admission?: Admission;
  /** Of each member; left out: none is shared with the API and print clients. */
  budget?: WorkBudget;
  /** How slowly answers may be read; left out: as slowly as `slow-readers.ts` says. */
  readers?: ReaderLimits;
  seo?: SeoRoutes;
  /** The labels the site draws; left out: none. */
  drawn?: DrawnKinds;
  /** Host names of softwares; left out: none has one. */
  getAlias?: OwnHosts;
  /** A demo's own WeChat; null or left out: none. */
  wechatStandIn?: RequestListener | null;
  dev?: boolean;
};

export type App = { server: Server; pages: Pages; metrics: Metrics; stop: () => Promise<void> };

const DRAIN_MS = 10_000;

/** Two calls stand outside the API's own folders (docs/promises.md). */
const API_PATH = /^\/(?:(?:np|users|files|uploads)(?:\/|$)|user\/image(?:\/cover)?$)/;

const manifest =
  (site: Site, headers: [string, string][]): Handler =>
  async (_req, res, pathname) => {
    const { rules } = await site.module();
    const own = pathname === `/builds/meta/${site.build.buildId}.json`;
    if (!own) return reply(res, 404, TEXT, '404', headers);
    res.writeHead(200, [
      'Content-Type',
      'application/json; charset=utf-8',
      'Cache-Control',
      'public, max-age=31536000, immutable',
      ...headers.flat(),
    ]);
    res.end(JSON.stringify({ buildId: site.build.buildId, rules }));
  };

/** Ends what may be ended, waits for what is under way; live streams have nothing to finish. */
const drain = async (server: Server, busy: Set<ServerResponse>): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const until = Date.now() + DRAIN_MS;
  const isStream = (res: ServerResponse): boolean =>
    String(res.getHeader('content-type') ?? '').startsWith('text/event-stream');
  while (Date.now() < until && [...busy].some((res) => !isStream(res)))
    await new Promise((resolve) => setTimeout(resolve, 20));
  server.closeAllConnections();
  await closed;
};

/** In the log, of requests whose sender hung up before the answer. */
const CLIENT_GONE = 499;
/** Puts the process together: one server, in front the page cache, behind it API, assets and pages. */
export const createApp = async (deps: AppDeps): Promise<App> => {
  const { config, log, api } = deps;
  const metrics = createMetrics();
  const server = deps.server ?? createHttpServer();
  const site = await deps.openSite(server);
  const headers = securityHeaders(config);
  const { getAlias = () => undefined } = deps;
  const pages = createPages({
    config,
    getAlias,
    log,
    metrics,
    site,
    openVisit: api.openVisit,
    ...(deps.admission ? { admission: deps.admission } : {}),
    ...(deps.budget ? { budget: deps.budget } : {}),
    ...(deps.dev ? { dev: true } : {}),
  });
  const apiListener = getRequestListener(
    (request, bindings) => api.fetch(request, bindings as HttpBindings),
    {
      overrideGlobalObjects: false,
    },
  );
  const isKnownHost = hostCheck(config, getAlias);
  const exact = probes(deps, metrics, pages.cacheSize);
  const serveManifest = manifest(site, headers);
  const drawn = createDrawnPictures(deps.drawn ?? {}, headers);
  const busy = new Set<ServerResponse>();
  const connections = guardConnections(server, config);
  endSlowReaders(server, deps.readers);
  const places = createPlaces(config.maxConnectionsPerAddress);
  const unread = createUnreadBodies();
  const { turn } = createTurns();

  /** Of two Host headers a proxy in front may have believed the other one. */
  const isOurs = (req: IncomingMessage): boolean =>
    isKnownHost(req.headers.host) && (req.headersDistinct.host?.length ?? 0) === 1;

  const route: Handler = async (req, res, pathname, requestId) => {
    const probe = exact[pathname];
    if (probe) return probe(req, res, pathname, requestId);
    if (!isOurs(req)) return reply(res, 421, TEXT, '421 这个域名不由本站服务\n', headers);
    if (API_PATH.test(pathname)) {
      // The loop takes one new connection between two pieces of work: hundreds that bring bodies wait, not the newcomers.
      if (bringsBody(req)) await turn();
      // Who hung up before all was sent has asked for nothing.
      if (req.destroyed && !req.complete) return;
      for (const [name, value] of headers) res.setHeader(name, value);
      return apiListener(req, res);
    }
    if (pathname.startsWith('/assets/')) return void site.assets(req, res, pathname);
    if (pathname.startsWith('/builds/')) return serveManifest(req, res, pathname, requestId);
    const { wechatStandIn } = deps;
    if (wechatStandIn && pathname.startsWith(`${STAND_IN}/`)) {
      wechatStandIn(req, res);
      return;
    }
    if (drawn.takes(pathname)) return drawn.handle(req, res, pathname, requestId);
    if (deps.seo?.takes(pathname)) return deps.seo.handle(req, res, pathname, requestId);
    return pages.handle(req, res, requestId);
  };

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const started = performance.now();
    const requestId = randomBytes(9).toString('base64url');
    const pathname = (req.url ?? '/').split('?', 1)[0] ?? '/';
    const release = connections.hold(req.socket);
    const place = places.take(getCaller(req, config.trustProxy));
    busy.add(res);
    res.on('error', (error) => log.debug('answer broke', { requestId, error }));
    res.once('close', () => {
      busy.delete(res);
      release();
      place?.leave();
      // Nothing was said to who had gone by then.
      const status = res.headersSent ? res.statusCode : CLIENT_GONE;
      countRequest(metrics, status);
      log.info('request', {
        requestId,
        method: req.method,
        path: pathname,
        status,
        ms: Math.round(performance.now() - started),
      });
    });
    try {
      res.setHeader('X-Request-Id', requestId);
      if (!place) return refuseOneTooMany(res, API_PATH.test(pathname), headers);
      nameRequest(req, requestId);
      await route(req, res, pathname, requestId);
    } catch (error) {
      log.error('request failed', { requestId, path: pathname, error });
      if (res.headersSent) res.destroy();
      else reply(res, 500, TEXT, `500 ${requestId}\n`, headers);
    }
  };

  const take = (req: IncomingMessage, res: ServerResponse): void => {
    connections.touch(req.socket);
    unread.watch(req, res);
    if (isOurs(req) && pages.tryCache(req, res)) return;
    if (site.middleware) site.middleware(req, res, () => void serve(req, res));
    else void serve(req, res);
  };
  server.on('request', (req, res) => {
    try {
      take(req, res);
    } catch (error) {
      log.error('request failed', { path: req.url, error });
      if (res.headersSent) res.destroy();
      else reply(res, 500, TEXT, '500\n', headers);
    }
  });
  server.on('upgrade', (_req, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    connections.hold(socket);
    // Nobody else is there to take it.
    if (server.listenerCount('upgrade') === 1) refuseSocket(socket, 404);
  });
  server.on('clientError', (error, socket) => {
    // In the middle of an answer a status line would be part of it.
    if (connections.isHeld(socket)) socket.destroy();
    else refuseSocket(socket, statusOfClientError(error));
  });

  const stop = async (): Promise<void> => {
    // Together: what development's hot reload holds open is not the server's to close.
    await Promise.all([drain(server, busy), site.close()]);
    metrics.loopDelay.disable();
  };
  return { server, pages, metrics, stop };
};
