import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppDeps } from './app-deps.ts';
import { type AppState, handleRequest } from './app-requests.ts';
import { type Connections, limitServerConnections } from './http/connections.ts';
import { closeServer } from './http/close-server.ts';
import {
  createHttpServer,
  sendStatusAndDestroySocket,
  getClientErrorStatus,
} from './http/http-server.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { type Handler, sendPlainReply, TEXT_TYPE } from './http/plain-reply.ts';
import { createProbeHandlers } from './probes.ts';
import { createRequestSlotsPerAddress } from './http/request-slots.ts';
import { watchSlowReaders } from './http/slow-readers.ts';
import { createUnreadBodyDrainer } from './http/unread-bodies.ts';
import { createDrawingHandler } from './pages/drawings.ts';
import { createSiteHostCheck } from './pages/hosts.ts';
import { createPageHandler, type Pages } from './pages/pages.ts';
import { buildSecurityHeaders } from './pages/security-headers.ts';
import type { Site } from './pages/site.ts';
import { createTurnScheduler } from './budget/turn-scheduler.ts';

export type App = {
  server: Server;
  site: Site;
  pages: Pages;
  metrics: Metrics;
  /**
   * From here on each response closes its connection. Resolves when no connection of before is
   * kept alive, at the latest after `maxMs`.
   */
  endKeepAlive: (maxMs: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** Maximum wait for requests in progress, ms. */
const DRAIN_MS = 10_000;
/**
 * Maximum wait for the last bytes of live streams, and for the first request of a connection that
 * was accepted last, ms.
 */
const SHORT_DRAIN_MS = 1_000;
const POLL_MS = 20;

const MANIFEST_PATH = /^\/builds\/meta\/([\w-]{1,64})\.json$/;

const createManifestHandler =
  (deps: AppDeps, site: Site, headers: [string, string][]): Handler =>
  async (_req, res, pathname) => {
    const [, buildId = ''] = MANIFEST_PATH.exec(pathname) ?? [];
    const rules =
      buildId === site.build.buildId
        ? (await site.loadModule()).rules
        : buildId && (await deps.storedBuilds?.getRules(buildId));
    if (!rules) return sendPlainReply(res, 404, TEXT_TYPE, '404', headers);
    res.writeHead(200, [
      'Content-Type',
      'application/json; charset=utf-8',
      'Cache-Control',
      'public, max-age=31536000, immutable',
      ...headers.flat(),
    ]);
    res.end(JSON.stringify({ buildId, rules }));
  };

const isEventStreamReply = (res: ServerResponse): boolean =>
  String(res.getHeader('content-type') ?? '').startsWith('text/event-stream');

/**
 * A client may send a request on a connection at the moment the server closes it; it cannot know
 * whether the request was handled. So connections that are kept alive end with their next
 * response, or when the client closes them.
 */
const waitForIdleConnections = async (connections: Connections, maxMs: number): Promise<void> => {
  const sockets = connections.list();
  const until = Date.now() + maxMs;
  const isConnectionIdle = (socket: Socket): boolean =>
    !socket.destroyed && !connections.isProtected(socket);
  while (Date.now() < until && sockets.some(isConnectionIdle)) await sleep(POLL_MS);
};

/**
 * Closes idle connections and waits for pending requests. Live streams whose readers do not take
 * their end are cut off.
 */
const drainServer = async (server: Server, { busy, connections }: AppState): Promise<void> => {
  const closed = closeServer(server);
  const started = Date.now();
  const areRequestsPending = (): boolean =>
    [...busy].some((res) => !isEventStreamReply(res)) ||
    (Date.now() - started < SHORT_DRAIN_MS &&
      (busy.size > 0 || connections.list().some((socket) => !connections.isProtected(socket))));
  while (Date.now() - started < DRAIN_MS && areRequestsPending()) await sleep(POLL_MS);
  server.closeAllConnections();
  await closed;
};

const createAppPages = (deps: AppDeps, site: Site, metrics: Metrics): Pages =>
  createPageHandler({
    config: deps.config,
    getAlias: deps.getAlias ?? (() => undefined),
    log: deps.log,
    metrics,
    site,
    openVisit: deps.api.openVisit,
    ...(deps.admission ? { admission: deps.admission } : {}),
    ...(deps.budget ? { budget: deps.budget } : {}),
    ...(deps.dev ? { dev: true } : {}),
  });

const createAppState = (deps: AppDeps, server: Server, site: Site, metrics: Metrics): AppState => {
  const { config, api } = deps;
  const headers = buildSecurityHeaders(config);
  const pages = createAppPages(deps, site, metrics);
  return {
    deps,
    metrics,
    site,
    pages,
    headers,
    serveApi: getRequestListener(
      (request, bindings) => api.fetch(request, bindings as HttpBindings),
      { overrideGlobalObjects: false },
    ),
    isKnownHost: createSiteHostCheck(config, deps.getAlias),
    probes: createProbeHandlers(deps, metrics, pages.getCacheSize),
    serveManifest: createManifestHandler(deps, site, headers),
    drawings: createDrawingHandler(deps.drawn ?? {}, headers),
    busy: new Set(),
    connections: limitServerConnections(server, config),
    slots: createRequestSlotsPerAddress(config.maxConnectionsPerAddress),
    unread: createUnreadBodyDrainer(),
    waitForTurn: createTurnScheduler().waitForTurn,
    isEndingKeepAlive: false,
  };
};

/** Handles upgrades that nothing else handles, and requests that are not HTTP. */
const refuseUnhandledSockets = (server: Server, connections: Connections): void => {
  server.on('upgrade', (_req, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    connections.protect(socket);
    // Without another upgrade handler, reject the upgrade here.
    if (server.listenerCount('upgrade') === 1) sendStatusAndDestroySocket(socket, 404);
  });
  server.on('clientError', (error, socket) => {
    // In the middle of a response, a status line would become part of it.
    if (connections.isProtected(socket)) socket.destroy();
    else sendStatusAndDestroySocket(socket, getClientErrorStatus(error));
  });
};

/** Assembles one HTTP server: first the page cache, then API, assets and pages. */
export const createApp = async (deps: AppDeps): Promise<App> => {
  const metrics = deps.metrics ?? createMetrics();
  const server = deps.server ?? createHttpServer();
  const site = await deps.openSite(server);
  const state = createAppState(deps, server, site, metrics);
  watchSlowReaders(server, deps.readers);
  server.on('request', (req, res) => handleRequest(state, req, res));
  refuseUnhandledSockets(server, state.connections);
  const stop = async (): Promise<void> => {
    state.isEndingKeepAlive = true;
    await deps.api.closeStreams?.();
    // In parallel: hot reload holds connections that only `site.close` can close.
    await Promise.all([drainServer(server, state), site.close()]);
    metrics.stop();
  };
  const endKeepAlive = (maxMs: number): Promise<void> => {
    state.isEndingKeepAlive = true;
    return waitForIdleConnections(state.connections, maxMs);
  };
  return { server, site, pages: state.pages, metrics, endKeepAlive, stop };
};
