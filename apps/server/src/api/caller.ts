import { type Actor, type Audience, isActorInAudience } from '@yunbiao/contract';
import {
  authenticate,
  type Context,
  findApiKey,
  findSoftware,
  createForbiddenError,
  type KeyHolder,
  ServiceError,
  createSessionInvalidError,
  type SignedIn,
  VISITOR,
} from '@yunbiao/services';
import {
  DEVICE_COOKIE,
  setSecretCookie,
  readSecretCookie,
  PASSKEY_COOKIE,
  WECHAT_COOKIE,
} from './browser-cookies.ts';
import type { Caller, KeyCaller } from './handler.ts';
import { rememberRequesterOfRequest } from './record-refused-call.ts';

const decodeUriPart = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const readHostName = (request: Request): string =>
  (request.headers.get('host') ?? '').replace(/:\d+$/, '').toLowerCase();

/** Missing, unknown and revoked keys give the same message, so that guessing reveals nothing. */
const createBadKeyError = (): ServiceError =>
  new ServiceError(401, 'API 密钥不对，或者已经撤销；请求头写 Authorization: Bearer 密钥');

export const createSessionActor = (signedIn: SignedIn | null): Actor =>
  signedIn ? { kind: 'member', id: signedIn.member.id } : VISITOR;

/** Error for a caller outside the audience of a call. */
const REFUSALS: Record<Audience, () => ServiceError> = {
  public: () => createForbiddenError('这里不能用这个接口'),
  member: createSessionInvalidError,
  key: createBadKeyError,
};

/**
 * Rejects callers outside the audience.
 * @throws -9999 for a member call without a valid token
 */
export const requireAudience = (audience: Audience, actor: Actor): void => {
  if (!isActorInAudience(audience, actor)) throw REFUSALS[audience]();
};

/** Finds the software by `X-Domain`, otherwise by host. It never grants access. */
const findRequestSoftware = async (
  { db: { kysely }, settings }: Context,
  request: Request,
): Promise<Pick<Caller, 'software' | 'domain' | 'isOnCustomDomain'>> => {
  const host = readHostName(request);
  const requestedDomain = decodeUriPart(request.headers.get('x-domain') ?? '');
  const domain = requestedDomain.toLowerCase() === host ? '' : requestedDomain;
  return {
    software: await findSoftware(kysely, { alias: domain || host }),
    domain,
    isOnCustomDomain: async () =>
      host !== new URL(settings.publicUrl).hostname &&
      (await findSoftware(kysely, { domain: host })) !== null,
  };
};

/**
 * Rejects a POST or PUT whose `Origin` header names another site.
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

type IdentifyOptions = {
  ctx: Context;
  request: Request;
  audience: Audience;
  address: string | null;
};

/**
 * The host was validated before. The scheme comes from the public URL because a reverse proxy
 * terminates TLS.
 */
const getSiteOrigin = ({ settings: { publicUrl } }: Context, request: Request): string => {
  const host = request.headers.get('host');
  return host ? `${new URL(publicUrl).protocol}//${host.toLowerCase()}` : publicUrl;
};

/** Browser data of a request: address, user agent and cookies. */
const buildBrowserInfo = (ctx: Context, request: Request, address: string | null) => ({
  address,
  userAgent: request.headers.get('user-agent') ?? '',
  device: readSecretCookie(request, DEVICE_COOKIE),
  storeDeviceSecret: (secret: string) =>
    setSecretCookie(request, DEVICE_COOKIE, secret, ctx.settings.publicUrl),
  site: getSiteOrigin(ctx, request),
  wechatBrowser: readSecretCookie(request, WECHAT_COOKIE),
  storeWechatBrowser: (secret: string) =>
    setSecretCookie(request, WECHAT_COOKIE, secret, ctx.settings.publicUrl),
  passkeyBrowser: readSecretCookie(request, PASSKEY_COOKIE),
  storePasskeyBrowser: (secret: string) =>
    setSecretCookie(request, PASSKEY_COOKIE, secret, ctx.settings.publicUrl),
  signal: request.signal,
});

const BEARER = /^Bearer (yb_(?:live|test)_[\w-]{43})$/;

/** Looks up the key of a request. The address allowlist is checked in `admitKey`. */
const findKeyHolder = async (ctx: Context, request: Request): Promise<KeyHolder | null> => {
  const key = BEARER.exec(request.headers.get('authorization') ?? '')?.[1];
  return key === undefined ? null : findApiKey({ ctx, key });
};

/**
 * Identifies the caller by API key.
 * @throws 401 without a valid key
 */
export const identifyApiKeyCaller = async ({
  ctx,
  request,
  address,
}: Omit<IdentifyOptions, 'audience'>): Promise<KeyCaller> => {
  const holder = await findKeyHolder(ctx, request);
  const actor: Actor = holder ? { kind: 'key', id: holder.id, memberId: holder.memberId } : VISITOR;
  rememberRequesterOfRequest(request, { address: address ?? '', actor });
  requireAudience('key', actor);
  if (!holder) throw createBadKeyError();
  return {
    ...buildBrowserInfo(ctx, request, address),
    ...(await findRequestSoftware(ctx, request)),
    signedIn: null,
    actor,
    holder,
    idempotencyKey: request.headers.get('idempotency-key'),
  };
};

/**
 * Identifies the caller by token. The token is read from `X-Token` only. Public calls ignore an
 * invalid token.
 * @throws -9999 for a member call without a valid token
 */
export const identifyTokenCaller = async ({
  ctx,
  request,
  audience,
  address,
}: IdentifyOptions): Promise<Caller> => {
  const token = request.headers.get('x-token') ?? '';
  const signedIn = token ? await authenticate({ ctx, token, address: address ?? '' }) : null;
  const actor = createSessionActor(signedIn);
  rememberRequesterOfRequest(request, { address: address ?? '', actor });
  requireAudience(audience, actor);
  return {
    ...buildBrowserInfo(ctx, request, address),
    ...(await findRequestSoftware(ctx, request)),
    signedIn,
    actor,
  };
};
