import { createHash, randomBytes } from 'node:crypto';
import { type MemberTable, createQueryCompiledOnce, type Selectable, type Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { getRateLimitNetwork } from '../../platform/network.ts';
import { DAY, HOUR, MINUTE } from '../../platform/time.ts';

/** A session expires this long after its last use. */
export const SESSION_IDLE_MS = 14 * DAY;
/** Maximum lifetime of a session, regardless of use. */
export const SESSION_MAX_AGE_MS = 90 * DAY;
/** Minimum interval between writes of `last_used_at`. */
const LAST_USED_WRITE_INTERVAL_MS = HOUR;
/**
 * Minimum interval between writes of `last_used_at` when the network changed. Short, so that use of a
 * stolen token shows up soon.
 */
const ADDRESS_WRITE_INTERVAL_MS = MINUTE;

/** SHA-256 in hex. Stored instead of tokens, keys and secrets, which have 256 random bits. */
export const computeSha256 = (text: string): string =>
  createHash('sha256').update(text).digest('hex');

export const generateSecret = (): string => randomBytes(32).toString('base64url');

export type Origin = {
  /** The `User-Agent` header. */
  userAgent: string;
  /** Network address the request came from. */
  address: string;
  /** Device secret from an earlier sign-in; omitted or '' without one. */
  device?: string;
  /** `{appid} {openid}` of the WeChat user, as WeChat just reported it. */
  wechatPayer?: string;
};

/** Expiry of a session that is used at `now`. */
const computeExpiry = (createdAt: number, now: number): number =>
  Math.min(now + SESSION_IDLE_MS, createdAt + SESSION_MAX_AGE_MS);

/** Opens a session and returns its token. Only the hash of the token is stored. */
export const openSession = async ({
  ctx,
  tx,
  memberId,
  origin,
}: {
  ctx: Context;
  tx: Tx;
  memberId: number;
  origin: Origin;
}): Promise<string> => {
  const token = generateSecret();
  const now = ctx.now();
  await tx
    .insertInto('session')
    .values({
      member_id: memberId,
      token_hash: computeSha256(token),
      user_agent: origin.userAgent.slice(0, 300),
      address: origin.address,
      created_at: now,
      last_used_at: now,
      expires_at: computeExpiry(now, now),
      wechat_payer: origin.wechatPayer ?? null,
    })
    .execute();
  return token;
};

export type SignedIn = { sessionId: number; member: Selectable<MemberTable> };

const selectSessions = createQueryCompiledOnce((db, { hash }: { hash: string }) =>
  db
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .selectAll('member')
    .select([
      'session.id as session_id',
      'session.created_at as began_at',
      'session.address as used_from',
      'session.last_used_at',
      'session.expires_at',
    ])
    .where('session.token_hash', '=', hash),
);

const shouldRecordUse = (
  { lastUsedAt, usedFrom }: { lastUsedAt: number; usedFrom: string },
  address: string,
  now: number,
): boolean => {
  const isElsewhere =
    address !== '' && getRateLimitNetwork(address) !== getRateLimitNetwork(usedFrom);
  return (
    now - lastUsedAt >= (isElsewhere ? ADDRESS_WRITE_INTERVAL_MS : LAST_USED_WRITE_INTERVAL_MS)
  );
};

/**
 * Returns the member of a token, or null when the token is unknown, expired or revoked. `address`
 * is the client address, '' when unknown.
 */
export const authenticate = async ({
  ctx,
  token,
  address = '',
}: {
  ctx: Context;
  token: string;
  address?: string;
}): Promise<SignedIn | null> => {
  if (token.length < 16 || token.length > 128) return null;
  const [row] = await selectSessions(ctx.db.kysely, { hash: computeSha256(token) });
  if (!row) return null;
  const {
    session_id: sessionId,
    began_at: beganAt,
    used_from: usedFrom,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
    ...member
  } = row;
  const now = ctx.now();
  if (expiresAt <= now) return null;
  if (shouldRecordUse({ lastUsedAt, usedFrom }, address, now)) {
    await ctx.db.kysely
      .updateTable('session')
      .set({ last_used_at: now, expires_at: computeExpiry(beganAt, now) })
      .$if(address !== '', (query) => query.set({ address }))
      .where('id', '=', sessionId)
      .execute();
  }
  return { sessionId, member };
};

/** True while the session is valid. Used by long-lived connections. */
export const isSessionOpen = async ({
  ctx,
  sessionId,
}: {
  ctx: Context;
  sessionId: number;
}): Promise<boolean> => {
  const row = await ctx.db.kysely
    .selectFrom('session')
    .select('expires_at')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined && row.expires_at > ctx.now();
};
