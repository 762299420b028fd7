import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AppDeps } from './app-deps.ts';
import { type AppState, handleRequest } from './app-requests.ts';
import { type Connections, limitServerConnections } from './http/connections.ts';
import { createHttpServer, refuseSocket, getClientErrorStatus } from './http/http-server.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { type Handler, sendPlainReply, TEXT_TYPE } from './http/plain-reply.ts';
import { createProbeHandlers } from './probes.ts';
import { createRequestSlotsPerAddress } from './http/request-slots.ts';
import { watchSlowReaders } from './http/slow-readers.ts';
import { createUnreadBodyDrainer } from './http/unread-bodies.ts';
import { createDrawingHandler } from './pages/drawings.ts';
import { createHostCheck } from './pages/hosts.ts';
import { createPageHandler, type Pages } from './pages/pages.ts';
import { buildSecurityHeaders } from './pages/security-headers.ts';
import type { Site } from './pages/site.ts';
import { createTurnScheduler } from './budget/turn-scheduler.ts';

export type App = { server: Server; pages: Pages; metrics: Metrics; stop: () => Promise<void> };

const DRAIN_MS = 10_000;

const createManifestHandler =
  (site: Site, headers: [string, string][]): Handler =>
  async (_req, res, pathname) => {
    const { rules } = await site.loadModule();
    const isOwnManifest = pathname === `/builds/meta/${site.build.buildId}.json`;
    if (!isOwnManifest) return sendPlainReply(res, 404, TEXT_TYPE, '404', headers);
    res.writeHead(200, [
      'Content-Type',
      'application/json; charset=utf-8',
      'Cache-Control',
      'public, max-age=31536000, immutable',
      ...headers.flat(),
    ]);
    res.end(JSON.stringify({ buildId: site.build.buildId, rules }));
  };

/**
 * Closes idle connections and waits for pending requests. Live streams are closed without waiting.
 */
const drainServer = async (server: Server, busy: Set<ServerResponse>): Promise<void> => {
  const serverClosed = new Promise<void>((resolve) => server.close(() => resolve()));
  const until = Date.now() + DRAIN_MS;
  const isEventStreamReply = (res: ServerResponse): boolean =>
    String(res.getHeader('content-type') ?? '').startsWith('text/event-stream');
  while (Date.now() < until && [...busy].some((res) => !isEventStreamReply(res)))
    await new Promise((resolve) => setTimeout(resolve, 20));
  server.closeAllConnections();
  await serverClosed;
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
    isKnownHost: createHostCheck(config, deps.getAlias),
    probes: createProbeHandlers(deps, metrics, pages.getCacheSize),
    serveManifest: createManifestHandler(site, headers),
    drawings: createDrawingHandler(deps.drawn ?? {}, headers),
    busy: new Set(),
    connections: limitServerConnections(server, config),
    slots: createRequestSlotsPerAddress(config.maxConnectionsPerAddress),
    unread: createUnreadBodyDrainer(),
    waitForTurn: createTurnScheduler().waitForTurn,
  };
};

/** Handles upgrades that nothing else handles, and requests that are not HTTP. */
const refuseUnhandledSockets = (server: Server, connections: Connections): void => {
  server.on('upgrade', (_req, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    connections.protect(socket);
    // Without another upgrade handler, reject the upgrade here.
    if (server.listenerCount('upgrade') === 1) refuseSocket(socket, 404);
  });
  server.on('clientError', (error, socket) => {
    // In the middle of a response, a status line would become part of it.
    if (connections.isProtected(socket)) socket.destroy();
    else refuseSocket(socket, getClientErrorStatus(error));
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
    // In parallel: hot reload holds connections that only `site.close` can close.
    await Promise.all([drainServer(server, state.busy), site.close()]);
    metrics.stop();
  };
  return { server, pages: state.pages, metrics, stop };
};
