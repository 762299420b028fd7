import { randomBytes } from 'node:crypto';
import {
  type Call,
  type CallName,
  calls,
  buildOpenApiDocument,
  type RateLimit,
} from '@yunbiao/contract';
import { type Context, getRateLimitNetwork } from '@yunbiao/services';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { resolveClientAddress } from '../http/client-address.ts';
import { type Admission, createAdmissionQueue } from '../http/admission.ts';
import { DEFAULT_CONNECTIONS } from '../config/config-connections.ts';
import type { Sandbox } from '../pay/sandbox.ts';
import { PUSH_PATH, type PushSettings } from '../wechat/create-wechat.ts';
import { createWorkBudget, type WorkBudget } from '../budget/work-budget.ts';
import { answerApiCall, type ApiDeps } from './answer-call.ts';
import { refuseForeignOrigin } from './caller.ts';
import { ContentCache } from './content-cache.ts';
import { serveDigestUnsubscribe } from './digest-unsubscribe.ts';
import { createDocsPageReply } from './docs/page.ts';
import { createErrorReply, createUnknownPathReply } from './envelope-reply.ts';
import { serveFile } from './files.ts';
import { BodySlots, type BodyRates } from './input/body-slots.ts';
import { LiveStreams, type StreamLimits, computeStreamLimits } from './live-streams.ts';
import { servePayNotice } from './pay-notice.ts';
import { RateLimiter } from './rate-limit.ts';
import type { CountCall } from './run-call.ts';
import { recordRefusedCall } from './record-refused-call.ts';
import { serveUpload } from './uploads.ts';
import { createPageVisit, type Visit, type Visitor } from './visit.ts';
import { createWechatPushHandler } from './wechat-push.ts';

export type ApiOptions = {
  /** Trust the last address of `X-Forwarded-For`, which the reverse proxy added. */
  trustProxy?: boolean;
  /** Overrides the default minimum rates of request bodies. */
  bodyRates?: BodyRates;
  streams?: StreamLimits;
  /** Whether connections may have waited for this server longer than their clients; default: no. */
  isCatchingUp?: (() => boolean) | undefined;
  /** Origin of the site's pages, if they call the API on another origin. */
  siteOrigin?: string | null;
  /** Credentials that verify WeChat's pushes. Null or omitted: pushes are not accepted. */
  wechatPush?: PushSettings | null;
  /** Queue for heavy calls, shared with pages. Omitted: the API creates its own. */
  admission?: Admission;
  /**
   * Work budget per member, shared with print clients and pages. Omitted: the API creates its own.
   */
  budget?: WorkBudget;
  /** Number of servers that share the calls of the site. Omitted: this is the only one. */
  countServers?: (() => number) | undefined;
  /** Counts handled calls. Omitted: nothing is counted. */
  countCall?: CountCall | undefined;
  /** Cashier of the demo. Omitted: none. */
  sandbox?: Sandbox | undefined;
};

/** Bindings that Node's adapter adds to a request. */
type Env = {
  Bindings: { incoming?: { socket: { remoteAddress?: string; readableEnded?: boolean } } };
};

/**
 * Downloads of one file from one address count once per day, however often the download restarts.
 */
const DOWNLOAD_COUNT_LIMIT: RateLimit = { max: 1, windowS: 86_400, by: 'address' };

/** Cross-origin rules of calls. Cookies are not allowed: the token travels in a header. */
const CORS = {
  allowMethods: ['GET', 'POST', 'PUT'],
  allowHeaders: ['Content-Type', 'X-Domain', 'X-Host', 'X-Token'],
  exposeHeaders: ['Content-Disposition', 'Retry-After'],
  maxAge: 86_400,
};

/** The Hono application, and the same calls for pages rendered in this process. */
export type ApiApp = Hono<Env> & {
  openVisit: (visitor: Visitor) => Visit;
  /**
   * Drops cached content with these tags. Needed for changes by other processes; changes of this
   * process arrive over the bus.
   */
  invalidate: (tags: readonly string[]) => void;
  /** Closes live streams, whose readers reconnect. */
  closeStreams: () => Promise<void>;
};

const createApiDeps = (ctx: Context, options: ApiOptions): ApiDeps => ({
  ctx,
  limiter: new RateLimiter(ctx.now, options.countServers),
  contentCache: new ContentCache(),
  countCall: options.countCall,
  trustProxy: options.trustProxy ?? false,
  bodies: new BodySlots(options.bodyRates),
  streams: new LiveStreams(options.streams ?? computeStreamLimits(DEFAULT_CONNECTIONS)),
  admission: options.admission ?? createAdmissionQueue(),
  isCatchingUp: options.isCatchingUp ?? (() => false),
  budget: options.budget ?? createWorkBudget({ now: ctx.now, sleep: ctx.sleep }),
});

const getClientAddress = (
  { trustProxy }: ApiDeps,
  c: { env?: Env['Bindings']; req: { raw: Request } },
): string | null =>
  resolveClientAddress(
    c.req.raw.headers.get('x-forwarded-for'),
    c.env?.incoming?.socket.remoteAddress,
    trustProxy,
  );

const addCallRoutes = (app: Hono<Env>, deps: ApiDeps): void => {
  const { ctx } = deps;
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    app.on(call.method, call.path, async (c) => {
      const request = c.req.raw;
      const requestId = request.headers.get('x-request-id') ?? randomBytes(9).toString('base64url');
      try {
        return await answerApiCall(deps, name, request, {
          address: getClientAddress(deps, c),
          hasEnded: () => c.env?.incoming?.socket.readableEnded ?? false,
        });
      } catch (error) {
        await recordRefusedCall(ctx, { name, error, request });
        return createErrorReply({ ctx, error, path: call.path, requestId, signal: request.signal });
      }
    });
  }
};

const addFileRoutes = (app: Hono<Env>, deps: ApiDeps): void => {
  const { ctx } = deps;
  const downloads = new RateLimiter(ctx.now);
  const createFirstDownloadCheck = (address: string | null) => (id: number) =>
    downloads.consume(`${id} ${getRateLimitNetwork(address ?? '')}`, DOWNLOAD_COUNT_LIMIT) === 0;
  app.on(['GET', 'HEAD'], '/files/:id/:fileName', (c) =>
    serveFile({
      ctx,
      request: c.req.raw,
      ...c.req.param(),
      isNewDownload: createFirstDownloadCheck(getClientAddress(deps, c)),
    }),
  );
  app.on(['GET', 'HEAD'], '/uploads/:name', (c) =>
    serveUpload({ ctx, request: c.req.raw, name: c.req.param('name') }),
  );
};

/** Notices of payment channels, and the cashier of the demo. */
const addPaymentRoutes = (app: Hono<Env>, deps: ApiDeps, sandbox: Sandbox | undefined): void => {
  const { ctx, bodies } = deps;
  app.post('/np/api/pay/notify/:name', (c) =>
    servePayNotice({
      ctx,
      request: c.req.raw,
      name: c.req.param('name'),
      address: getClientAddress(deps, c) ?? '',
      bodies,
    }),
  );
  if (sandbox)
    app.on(['GET', 'POST'], '/np/api/pay/sandbox/:tradeNo', (c) => {
      refuseForeignOrigin(ctx, c.req.raw);
      return sandbox.serve(c.req.raw, c.req.param('tradeNo'));
    });
};

const addErrorHandlers = (app: Hono<Env>, ctx: Context): void => {
  app.notFound(() => createUnknownPathReply());
  app.onError((error, c) =>
    createErrorReply({
      ctx,
      error,
      path: c.req.path,
      requestId: c.req.header('x-request-id') ?? '',
      signal: c.req.raw.signal,
    }),
  );
};

/**
 * Creates one Hono application with every call of the contract, its files and its documentation.
 */
export const createApi = (ctx: Context, options: ApiOptions = {}): ApiApp => {
  const deps = createApiDeps(ctx, options);
  const app = new Hono<Env>();
  if (options.siteOrigin) app.use(cors({ ...CORS, origin: options.siteOrigin }));
  addCallRoutes(app, deps);
  if (options.wechatPush) {
    const push = createWechatPushHandler(ctx, options.wechatPush);
    app.on(['GET', 'POST'], PUSH_PATH, (c) => push(c.req.raw));
  }
  app.get('/np/openapi.json', () => Response.json(buildOpenApiDocument(ctx.settings.publicUrl)));
  app.get('/np/docs', () => createDocsPageReply());
  addFileRoutes(app, deps);
  app.on(['GET', 'HEAD', 'POST'], '/np/digest/off', (c) => serveDigestUnsubscribe(ctx, c.req.raw));
  addPaymentRoutes(app, deps, options.sandbox ?? undefined);
  addErrorHandlers(app, ctx);
  const invalidate = (tags: readonly string[]): void => deps.contentCache.invalidate(tags);
  ctx.bus.on('content-changed', ({ tags }) => invalidate(tags));
  return Object.assign(app, {
    openVisit: (visitor: Visitor) => createPageVisit(deps, visitor),
    invalidate,
    closeStreams: () => deps.streams.closeAll(),
  });
};
