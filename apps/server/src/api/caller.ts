import { type Actor, type Audience, mayCall } from '@yunbiao/contract';
import {
  authenticate,
  type Context,
  findApiKey,
  findSoftware,
  forbidden,
  type KeyHolder,
  ServiceError,
  sessionInvalid,
  type SignedIn,
  VISITOR,
} from '@yunbiao/services';
import { DEVICE, keepSecret, keptBy, PASSKEY, WECHAT } from './browser-cookies.ts';
import type { Caller, KeyCaller } from './handler.ts';
import { noteAsking } from './note-refusal.ts';

const decode = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const getHost = (request: Request): string =>
  (request.headers.get('host') ?? '').replace(/:\d+$/, '').toLowerCase();

/** One sentence for a key that is missing, unknown or revoked: whoever guesses learns nothing. */
const badKey = (): ServiceError =>
  new ServiceError(401, 'API 密钥不对，或者已经撤销；请求头写 Authorization: Bearer 密钥');

/** Who acts in a request or a page. */
export const getActor = (signedIn: SignedIn | null): Actor =>
  signedIn ? { kind: 'member', id: signedIn.member.id } : VISITOR;

/** What those are told for whom a call is not. */
const REFUSALS: Record<Audience, () => ServiceError> = {
  public: () => forbidden('这里不能用这个接口'),
  member: sessionInvalid,
  key: badKey,
};

/** Whoever asks may be turned away. @throws -9999 for a member call without a good token */
export const requireAudience = (audience: Audience, actor: Actor): void => {
  if (!mayCall(audience, actor)) throw REFUSALS[audience]();
};

/** The software of `X-Domain`, else of the host. It never gives access to anything. */
const readPlace = async (
  { db: { kysely }, settings }: Context,
  request: Request,
): Promise<Pick<Caller, 'software' | 'domain' | 'isOnOwnHost'>> => {
  const host = getHost(request);
  const named = decode(request.headers.get('x-domain') ?? '');
  const domain = named.toLowerCase() === host ? '' : named;
  return {
    software: await findSoftware(kysely, { alias: domain || host }),
    domain,
    isOnOwnHost: async () =>
      host !== new URL(settings.publicUrl).hostname &&
      (await findSoftware(kysely, { domain: host })) !== null,
  };
};

/**
 * A browser names the page a POST or a PUT comes from; another site's page is refused.
 * @throws 403
 */
export const refuseForeignOrigin = (ctx: Context, request: Request): void => {
  const origin = request.headers.get('origin');
  if (['GET', 'HEAD'].includes(request.method) || origin === null) return;
  const host = request.headers.get('host');
  const isOwn =
    origin === ctx.settings.publicUrl || (URL.canParse(origin) && new URL(origin).host === host);
  if (!isOwn) throw new ServiceError(403, '请从本站的页面操作');
};

type Asked = { ctx: Context; request: Request; audience: Audience; address: string | null };

/** The host was let in; a proxy in front speaks TLS for the site. */
const getSite = ({ settings: { publicUrl } }: Context, request: Request): string => {
  const host = request.headers.get('host');
  return host ? `${new URL(publicUrl).protocol}//${host.toLowerCase()}` : publicUrl;
};

/** What a request tells of what sent it. */
const getBrowser = (ctx: Context, request: Request, address: string | null) => ({
  address,
  userAgent: request.headers.get('user-agent') ?? '',
  device: keptBy(request, DEVICE),
  keepDevice: (secret: string) => keepSecret(request, DEVICE, secret, ctx.settings.publicUrl),
  site: getSite(ctx, request),
  wechatBrowser: keptBy(request, WECHAT),
  keepWechatBrowser: (secret: string) =>
    keepSecret(request, WECHAT, secret, ctx.settings.publicUrl),
  passkeyBrowser: keptBy(request, PASSKEY),
  keepPasskeyBrowser: (secret: string) =>
    keepSecret(request, PASSKEY, secret, ctx.settings.publicUrl),
  signal: request.signal,
});

const BEARER = /^Bearer (yb_(?:live|test)_[\w-]{43})$/;

/** The key of a request, looked up. The address it must come from is another matter: `admitKey`. */
const getHolder = async (ctx: Context, request: Request): Promise<KeyHolder | null> => {
  const key = BEARER.exec(request.headers.get('authorization') ?? '')?.[1];
  return key === undefined ? null : findApiKey({ ctx, key });
};

/**
 * Which key is asking.
 * @throws 401 without a good one
 */
export const identifyKey = async ({
  ctx,
  request,
  address,
}: Omit<Asked, 'audience'>): Promise<KeyCaller> => {
  const holder = await getHolder(ctx, request);
  const actor: Actor = holder ? { kind: 'key', id: holder.id, memberId: holder.memberId } : VISITOR;
  noteAsking(request, { address: address ?? '', actor });
  requireAudience('key', actor);
  if (!holder) throw badKey();
  return {
    ...getBrowser(ctx, request, address),
    ...(await readPlace(ctx, request)),
    signedIn: null,
    actor,
    holder,
    idempotencyKey: request.headers.get('idempotency-key'),
  };
};

/**
 * Who is asking. The token is read from `X-Token` only; public calls ignore one that is not good.
 * @throws -9999 for a member call without a good token
 */
export const identify = async ({ ctx, request, audience, address }: Asked): Promise<Caller> => {
  const token = request.headers.get('x-token') ?? '';
  const signedIn = token ? await authenticate({ ctx, token, address: address ?? '' }) : null;
  const actor = getActor(signedIn);
  noteAsking(request, { address: address ?? '', actor });
  requireAudience(audience, actor);
  return {
    ...getBrowser(ctx, request, address),
    ...(await readPlace(ctx, request)),
    signedIn,
    actor,
  };
};
