import { randomBytes } from 'node:crypto';
import {
  type Call,
  type CallName,
  calls,
  openApiDocument,
  type RateLimit,
} from '@yunbiao/contract';
import { type Context, getNetwork } from '@yunbiao/services';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { clientAddress } from '../client-address.ts';
import { type Admission, createAdmission } from '../admission.ts';
import { DEFAULT_CONNECTIONS } from '../config-connections.ts';
import { admitted, pieceByPiece } from './admit.ts';
import { admitKey } from './admit-key.ts';
import { awaitBudget, payByPiece } from './await-budget.ts';
import { identify, identifyKey, refuseForeignOrigin } from './caller.ts';
import { serveDigestOff } from './digest-off.ts';
import { docsPage } from './docs/page.ts';
import { withCookies } from './browser-cookies.ts';
import { errorReply, okReply, unknownPath } from './envelope-reply.ts';
import { serveFile } from './files.ts';
import type { Caller, FileReply, StreamReply } from './handler.ts';
import { Bodies, type BodyPaces } from './input/bodies.ts';
import { LiveStreams, type StreamLimits, streamLimits, type StreamPlace } from './live-streams.ts';
import { noteRefusedCall } from './note-refusal.ts';
import { Kept } from './kept.ts';
import { RateLimiter } from './rate-limit.ts';
import { readInput } from './read-input.ts';
import { runCall, type RunDeps } from './run-call.ts';
import { serveUpload } from './uploads.ts';
import { serveNotice } from './pay-notice.ts';
import type { Sandbox } from '../pay/sandbox.ts';
import { openVisit, type Visit, type Visitor } from './visit.ts';
import { PUSH_PATH, type PushSettings } from '../wechat/offer.ts';
import { createWorkBudget, type WorkBudget } from '../work-budget.ts';
import { costOfBytes, WORK } from '../work-costs.ts';
import { createPush } from './wechat-push.ts';

export type ApiOptions = {
  /** Believe the last address of `X-Forwarded-For`, which the proxy in front wrote. */
  trustProxy?: boolean;
  /** The least rates bodies are taken at, where they are not the usual ones. */
  paces?: BodyPaces;
  streams?: StreamLimits;
  /** Origin of the site's pages, when they call the API under another one. */
  siteOrigin?: string | null;
  /** How WeChat signs what it tells the site; left out or null: it tells nothing. */
  wechatPush?: PushSettings | null;
  /** Where heavy calls wait for their turn, together with pages; left out: a place of their own. */
  admission?: Admission;
  /** Of each member, together with print clients and pages; left out: one of the API's own. */
  budget?: WorkBudget;
  /** The demo's cashier; left out: there is none. */
  sandbox?: Sandbox | undefined;
};

/** What Node's adapter puts beside a request. */
type Env = { Bindings: { incoming?: { socket: { remoteAddress?: string } } } };

type Deps = RunDeps & {
  trustProxy: boolean;
  bodies: Bodies;
  streams: LiveStreams;
  admission: Admission;
  budget: WorkBudget;
};

/** One address's downloads of one file are one, however often it begins anew within a day. */
const DOWNLOAD: RateLimit = { max: 1, windowS: 86_400, by: 'address' };

/** No cookie is ever needed: the token travels in its header. */
const CORS = {
  allowMethods: ['GET', 'POST', 'PUT'],
  allowHeaders: ['Content-Type', 'X-Domain', 'X-Host', 'X-Token'],
  exposeHeaders: ['Content-Disposition', 'Retry-After'],
  maxAge: 86_400,
};

const fileHeaders = ({ fileName, contentType }: FileReply): Record<string, string> => ({
  'Content-Type': contentType,
  'Content-Disposition': `attachment; filename="${fileName}"`,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // A proxy that collects events first would make them late.
  'X-Accel-Buffering': 'no',
};

/** Only the headers are asked for: nobody would read the stream, nor end it. */
const streamReply = (
  request: Request,
  stream: ReadableStream<Uint8Array>,
  headers: Record<string, string>,
): Response => {
  if (request.method !== 'HEAD') return new Response(stream, { headers });
  void stream.cancel();
  return new Response(null, { headers });
};

const reply = (call: Call, request: Request, result: unknown): Response => {
  if (call.reply === 'file') {
    const file = result as FileReply;
    return streamReply(request, file.stream, fileHeaders(file));
  }
  if (call.reply === 'stream') {
    return streamReply(request, (result as StreamReply).stream, STREAM_HEADERS);
  }
  return withCookies(request, okReply(result));
};

/** Who asks, and may. @throws -9999, 401, 403, 429 */
const getCaller = async (
  deps: Deps,
  name: CallName,
  request: Request,
  address: string | null,
): Promise<Caller> => {
  const call: Call = calls[name];
  const { audience } = call;
  if (audience !== 'key') return identify({ ctx: deps.ctx, request, audience, address });
  const caller = await identifyKey({ ctx: deps.ctx, request, address });
  await admitKey(deps, { name, call, caller });
  return caller;
};

/** The member a caller is, or acts for. */
const getMember = ({ actor }: Caller): number | undefined =>
  actor.kind === 'key' ? actor.memberId : actor.kind === 'member' ? actor.id : undefined;

const answer = async (
  deps: Deps,
  name: CallName,
  request: Request,
  address: string | null,
): Promise<Response> => {
  const call: Call = calls[name];
  refuseForeignOrigin(deps.ctx, request);
  const caller = await getCaller(deps, name, request, address);
  const member = getMember(caller);
  const who = member === undefined ? getNetwork(address ?? '') : `member ${member}`;
  if (member !== undefined)
    await awaitBudget(deps.budget, { call, memberId: member, signal: request.signal });
  const charge = (units: number): void => {
    if (member !== undefined) deps.budget.charge(member, units);
  };
  const arrive = (bytes: number): void => charge(costOfBytes(bytes));
  const takeStream = (): StreamPlace =>
    deps.streams.take(member ?? 0, address, () => charge(WORK.event));
  const withStreams = { ...caller, takeStream };
  const run = () =>
    runCall(deps, name, withStreams, () =>
      readInput(call, request, { who, bodies: deps.bodies, arrive }),
    );
  const result = await (call.isHeavy ? admitted(deps.admission, caller, run) : run());
  if (call.reply !== 'file') return reply(call, request, result);
  const made = result as FileReply;
  const file = call.isHeavy ? pieceByPiece(deps.admission, caller, made) : made;
  if (member === undefined) return reply(call, request, file);
  const payer = { memberId: member, signal: request.signal };
  return reply(call, request, payByPiece(deps.budget, payer, file));
};

/** The application, and the same calls for pages rendered in this process. */
export type ApiApp = Hono<Env> & {
  openVisit: (visitor: Visitor) => Visit;
  /** Content behind these tags was changed by another process; this one's changes are heard of here. */
  raise: (tags: readonly string[]) => void;
};

/** Every call of the contract, the files it offers and its own description, as one Hono application. */
export const createApi = (ctx: Context, options: ApiOptions = {}): ApiApp => {
  const deps: Deps = {
    ctx,
    limiter: new RateLimiter(ctx.now),
    kept: new Kept(),
    trustProxy: options.trustProxy ?? false,
    bodies: new Bodies(options.paces),
    streams: new LiveStreams(options.streams ?? streamLimits(DEFAULT_CONNECTIONS)),
    admission: options.admission ?? createAdmission(),
    budget: options.budget ?? createWorkBudget({ now: ctx.now, sleep: ctx.sleep }),
  };
  const getAddress = (c: { env?: Env['Bindings']; req: { raw: Request } }): string | null =>
    clientAddress(
      c.req.raw.headers.get('x-forwarded-for'),
      c.env?.incoming?.socket.remoteAddress,
      deps.trustProxy,
    );
  const counted = new RateLimiter(ctx.now);
  const countOnce = (address: string | null) => (id: number) =>
    counted.take(`${id} ${getNetwork(address ?? '')}`, DOWNLOAD) === 0;
  const app = new Hono<Env>();
  if (options.siteOrigin) app.use(cors({ ...CORS, origin: options.siteOrigin }));
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    app.on(call.method, call.path, async (c) => {
      const request = c.req.raw;
      const requestId = request.headers.get('x-request-id') ?? randomBytes(9).toString('base64url');
      try {
        return await answer(deps, name, request, getAddress(c));
      } catch (error) {
        await noteRefusedCall(ctx, { name, error, request });
        return errorReply({ ctx, error, path: call.path, requestId, signal: request.signal });
      }
    });
  }
  if (options.wechatPush) {
    const push = createPush(ctx, options.wechatPush);
    app.on(['GET', 'POST'], PUSH_PATH, (c) => push(c.req.raw));
  }
  app.get('/np/openapi.json', () => Response.json(openApiDocument(ctx.settings.publicUrl)));
  app.get('/np/docs', () => docsPage());
  app.on(['GET', 'HEAD'], '/files/:id/:fileName', (c) =>
    serveFile({ ctx, request: c.req.raw, ...c.req.param(), isCounted: countOnce(getAddress(c)) }),
  );
  app.on(['GET', 'HEAD'], '/uploads/:name', (c) =>
    serveUpload({ ctx, request: c.req.raw, name: c.req.param('name') }),
  );
  app.on(['GET', 'HEAD', 'POST'], '/np/digest/off', (c) => serveDigestOff(ctx, c.req.raw));
  app.post('/np/api/pay/notify/:name', (c) =>
    serveNotice({
      ctx,
      request: c.req.raw,
      name: c.req.param('name'),
      address: getAddress(c) ?? '',
      bodies: deps.bodies,
    }),
  );
  const { sandbox } = options;
  if (sandbox)
    app.on(['GET', 'POST'], '/np/api/pay/sandbox/:tradeNo', (c) => {
      refuseForeignOrigin(ctx, c.req.raw);
      return sandbox.serve(c.req.raw, c.req.param('tradeNo'));
    });
  app.notFound(() => unknownPath());
  app.onError((error, c) =>
    errorReply({
      ctx,
      error,
      path: c.req.path,
      requestId: c.req.header('x-request-id') ?? '',
      signal: c.req.raw.signal,
    }),
  );
  const raise = (tags: readonly string[]): void => deps.kept.raise(tags);
  ctx.bus.on('content-changed', ({ tags }) => raise(tags));
  return Object.assign(app, { openVisit: (visitor: Visitor) => openVisit(deps, visitor), raise });
};
