import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AppDeps } from './app-deps.ts';
import type { Connections } from './http/connections.ts';
import { countRequest, type Metrics, type RequestClass } from './metrics/metrics.ts';
import { type Handler, sendPlainReply, TEXT_TYPE } from './http/plain-reply.ts';
import { chooseRequestId, setRequestId } from './http/request-id.ts';
import {
  type createRequestSlotsPerAddress,
  sendTooManyRequestsReply,
  toCallerNetworkKey,
} from './http/request-slots.ts';
import { readTraceFields } from './http/trace-context.ts';
import { type createUnreadBodyDrainer, hasBody } from './http/unread-bodies.ts';
import type { createDrawingHandler } from './pages/drawings.ts';
import type { Pages } from './pages/pages.ts';
import { isPayloadPath } from './pages/page-request.ts';
import type { Site } from './pages/site.ts';
import { SIMULATOR_PATH } from './wechat/create-wechat.ts';

/** Paths of calls. Two calls are outside the API's own paths (docs/promises.md). */
const API_PATH = /^\/(?:(?:np|users|files|uploads)(?:\/|$)|user\/image(?:\/cover)?$)/;

const FILE_PATH = /^\/(?:files|uploads)\//;

/** Status in the log for requests whose client disconnected before the response. */
const CLIENT_CLOSED_STATUS = 499;

/** Data of a request that is logged and counted. */
type RequestRecord = {
  pathname: string;
  requestId: string;
  /** From `performance.now()`. */
  started: number;
  /** Set when the request is routed. */
  kind: RequestClass;
};

/** Everything that serves requests, and the requests in progress. */
export type AppState = {
  deps: AppDeps;
  metrics: Metrics;
  site: Site;
  pages: Pages;
  /** Security headers of every response. */
  headers: [string, string][];
  /** Handlers of exact paths. */
  probes: Readonly<Record<string, Handler>>;
  serveManifest: Handler;
  drawings: ReturnType<typeof createDrawingHandler>;
  serveApi: (...args: Parameters<RequestListener>) => Promise<void>;
  isKnownHost: (header: string | undefined) => boolean;
  /** Responses in progress. */
  busy: Set<ServerResponse>;
  connections: Connections;
  slots: ReturnType<typeof createRequestSlotsPerAddress>;
  unread: ReturnType<typeof createUnreadBodyDrainer>;
  waitForTurn: () => Promise<void>;
  /** The server stops soon: each response closes its connection. */
  isEndingKeepAlive: boolean;
};

/**
 * Whether a request names one host, and it is this site's. With two Host headers, a reverse proxy
 * may have used the other one.
 */
const isRequestForOwnHost = ({ isKnownHost }: AppState, req: IncomingMessage): boolean =>
  isKnownHost(req.headers.host) && (req.headersDistinct.host?.length ?? 0) === 1;

const serveApiRequest = async (
  { waitForTurn, headers, serveApi }: AppState,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => {
  // The event loop accepts one new connection per turn. Requests with bodies wait, so that
  // hundreds of them do not delay new connections.
  if (hasBody(req)) await waitForTurn();
  // The client disconnected before it sent the complete request.
  if (req.destroyed && !req.complete) return;
  for (const [name, value] of headers) res.setHeader(name, value);
  return serveApi(req, res);
};

/** Class of a path that is not matched by a list of the site. */
const classifyRequestPath = (pathname: string): RequestClass => {
  if (FILE_PATH.test(pathname)) return 'file';
  if (API_PATH.test(pathname)) return 'call';
  if (/^\/(?:assets|builds)\//.test(pathname)) return 'asset';
  return isPayloadPath(pathname) ? 'payload' : 'page';
};

const serveAssetRequest = async (
  { deps, headers, site }: AppState,
  req: IncomingMessage,
  res: ServerResponse,
  pathname: string,
): Promise<void> => {
  if (site.serveAsset(req, res, pathname)) return;
  if (await deps.storedBuilds?.serveAsset(req, res, pathname)) return;
  // Plain text, not the error page: an outdated page that requests a script would run the response.
  sendPlainReply(res, 404, TEXT_TYPE, '404', headers);
};

const serveByPath = async (
  state: AppState,
  req: IncomingMessage,
  res: ServerResponse,
  record: RequestRecord,
): Promise<void> => {
  const { deps, headers, pages, drawings } = state;
  const { pathname, requestId } = record;
  const probe = state.probes[pathname];
  if (probe) {
    record.kind = 'probe';
    return probe(req, res, pathname, requestId);
  }
  if (!isRequestForOwnHost(state, req))
    return sendPlainReply(res, 421, TEXT_TYPE, '421 这个域名不由本站服务\n', headers);
  record.kind = classifyRequestPath(pathname);
  if (API_PATH.test(pathname)) return serveApiRequest(state, req, res);
  if (pathname.startsWith('/assets/')) return serveAssetRequest(state, req, res, pathname);
  if (pathname.startsWith('/builds/')) return state.serveManifest(req, res, pathname, requestId);
  const { wechatSimulator } = deps;
  if (wechatSimulator && pathname.startsWith(`${SIMULATOR_PATH}/`)) {
    wechatSimulator(req, res);
    return;
  }
  if (drawings.matchesPath(pathname)) {
    record.kind = 'drawing';
    return drawings.handle(req, res, pathname, requestId);
  }
  if (deps.seo?.matchesPath(pathname)) {
    record.kind = 'seo';
    return deps.seo.handle(req, res, pathname, requestId);
  }
  return pages.handle(req, res, requestId);
};

const sendInternalErrorReply = ({ headers }: AppState, res: ServerResponse, body: string): void => {
  if (res.headersSent) res.destroy();
  else sendPlainReply(res, 500, TEXT_TYPE, body, headers);
};

/** Counts and logs the request when its connection is done with it. */
const recordRequest = (
  { deps, metrics }: AppState,
  req: IncomingMessage,
  res: ServerResponse,
  { pathname, requestId, started, kind }: RequestRecord,
): void => {
  // The client disconnected before any response was sent.
  const status = res.headersSent ? res.statusCode : CLIENT_CLOSED_STATUS;
  const ms = performance.now() - started;
  const isStream = String(res.getHeader('content-type') ?? '').startsWith('text/event-stream');
  countRequest(metrics, { status, kind: isStream ? 'stream' : kind, seconds: ms / 1e3 });
  deps.log.info('request', {
    requestId,
    ...readTraceFields(req.headers['traceparent']),
    method: req.method,
    path: pathname,
    status,
    ms: Math.round(ms),
  });
};

const serveUncachedRequest = async (
  state: AppState,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => {
  const { deps, busy } = state;
  const { config, log } = deps;
  const record: RequestRecord = {
    pathname: (req.url ?? '/').split('?', 1)[0] ?? '/',
    requestId: chooseRequestId(req, config.trustProxy),
    started: performance.now(),
    kind: 'refused',
  };
  const { pathname, requestId } = record;
  const release = state.connections.protect(req.socket);
  const slot = state.slots.acquireSlot(toCallerNetworkKey(req, config.trustProxy));
  busy.add(res);
  res.on('error', (error) => log.debug('answer broke', { requestId, error }));
  res.once('close', () => {
    busy.delete(res);
    release();
    slot?.release();
    recordRequest(state, req, res, record);
  });
  try {
    res.setHeader('X-Request-Id', requestId);
    if (!slot) return sendTooManyRequestsReply(res, API_PATH.test(pathname), state.headers);
    setRequestId(req, requestId);
    await serveByPath(state, req, res, record);
  } catch (error) {
    log.error('request failed', { requestId, path: pathname, error });
    sendInternalErrorReply(state, res, `500 ${requestId}\n`);
  }
};

const serveCachedOrUncachedRequest = (
  state: AppState,
  req: IncomingMessage,
  res: ServerResponse,
): void => {
  const { site, pages, metrics } = state;
  const started = performance.now();
  state.connections.markActive(req.socket);
  if (state.isEndingKeepAlive) res.setHeader('Connection', 'close');
  state.unread.watch(req, res);
  if (isRequestForOwnHost(state, req) && pages.trySendCached(req, res)) {
    metrics.requestSeconds.cached.observe((performance.now() - started) / 1e3);
    return;
  }
  if (site.middleware) site.middleware(req, res, () => void serveUncachedRequest(state, req, res));
  else void serveUncachedRequest(state, req, res);
};

/** Answers a request: first from the page cache, then by API, assets and pages. */
export const handleRequest = (state: AppState, req: IncomingMessage, res: ServerResponse): void => {
  try {
    serveCachedOrUncachedRequest(state, req, res);
  } catch (error) {
    state.deps.log.error('request failed', { path: req.url, error });
    sendInternalErrorReply(state, res, '500\n');
  }
};
