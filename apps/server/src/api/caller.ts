import { type Actor, type Audience, mayCall } from '@yunbiao/contract';
import {
  authenticate,
  type Context,
  findSoftware,
  forbidden,
  ServiceError,
  sessionInvalid,
  type SignedIn,
  VISITOR,
} from '@yunbiao/services';
import { deviceOf, keepDevice } from './device-cookie.ts';
import type { Caller } from './handler.ts';
import { noteAsking } from './note-refusal.ts';

const decode = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const hostOf = (request: Request): string =>
  (request.headers.get('host') ?? '').replace(/:\d+$/, '').toLowerCase();

/** Who acts in a request or a page. */
export const actorOf = (signedIn: SignedIn | null): Actor =>
  signedIn ? { kind: 'member', id: signedIn.member.id } : VISITOR;

/** What those are told for whom a call is not. */
const REFUSALS: Record<Audience, () => ServiceError> = {
  public: () => forbidden('这里不能用这个接口'),
  member: sessionInvalid,
};

/** Whoever asks may be turned away. @throws -9999 for a member call without a good token */
export const requireAudience = (audience: Audience, actor: Actor): void => {
  if (!mayCall(audience, actor)) throw REFUSALS[audience]();
};

/** The software of `X-Domain`, else of the host. It never gives access to anything. */
const softwareOf = (ctx: Context, request: Request): Promise<Caller['software']> => {
  const named = decode(request.headers.get('x-domain') ?? '');
  return findSoftware(ctx.db.kysely, { alias: named || hostOf(request) });
};

/**
 * A browser names the page a POST comes from; another site's page is refused.
 * @throws 403
 */
export const refuseForeignOrigin = (ctx: Context, request: Request): void => {
  const origin = request.headers.get('origin');
  if (request.method !== 'POST' || origin === null) return;
  const host = request.headers.get('host');
  const isOwn =
    origin === ctx.settings.publicUrl || (URL.canParse(origin) && new URL(origin).host === host);
  if (!isOwn) throw new ServiceError(403, '请从本站的页面操作');
};

/**
 * Who is asking. The token is read from `X-Token` only; public calls ignore one that is not good.
 * @throws -9999 for a member call without a good token
 */
export const identify = async ({
  ctx,
  request,
  audience,
  address,
}: {
  ctx: Context;
  request: Request;
  audience: Audience;
  address: string | null;
}): Promise<Caller> => {
  const token = request.headers.get('x-token') ?? '';
  const signedIn = token ? await authenticate({ ctx, token }) : null;
  const actor = actorOf(signedIn);
  noteAsking(request, { address: address ?? '', actor });
  requireAudience(audience, actor);
  return {
    address,
    userAgent: request.headers.get('user-agent') ?? '',
    software: await softwareOf(ctx, request),
    signedIn,
    actor,
    device: deviceOf(request),
    keepDevice: (secret) => keepDevice(request, secret, ctx.settings.publicUrl),
    signal: request.signal,
  };
};
