import { createHash, randomBytes } from 'node:crypto';
import { type MemberTable, prepared, type Selectable, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { getNetwork } from '../network.ts';
import { DAY, HOUR, MINUTE } from '../time.ts';

/** A session ends this long after its last use, */
export const SESSION_MS = 14 * DAY;
/** and this long after it began, however much it is used. */
export const SESSION_LIFE_MS = 90 * DAY;
/** A use is written down at most this often, */
const TOUCH_MS = HOUR;
/** and one from another network at most this often, so that a token used elsewhere shows soon. */
const MOVE_MS = MINUTE;

/** SHA-256 in hex: what is stored of tokens, keys and secrets that carry 256 random bits themselves. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const newSecret = (): string => randomBytes(32).toString('base64url');

export type Origin = {
  /** Of the browser, as it names itself. */
  userAgent: string;
  /** Network address the request came from. */
  address: string;
  /** What the browser keeps of an earlier sign-in; left out or '' when it has nothing. */
  device?: string;
  /** `{appid} {openid}`: whose WeChat it is inside of, as WeChat said just now. */
  wechatPayer?: string;
};

/** When a session that is used now is over unless it is used again. */
const getEnd = (createdAt: number, now: number): number =>
  Math.min(now + SESSION_MS, createdAt + SESSION_LIFE_MS);

/** Opens a session; the token is returned once and never stored. */
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
  const token = newSecret();
  const now = ctx.now();
  await tx
    .insertInto('session')
    .values({
      member_id: memberId,
      token_hash: sha256(token),
      user_agent: origin.userAgent.slice(0, 300),
      address: origin.address,
      created_at: now,
      last_used_at: now,
      expires_at: getEnd(now, now),
      wechat_payer: origin.wechatPayer ?? null,
    })
    .execute();
  return token;
};

export type SignedIn = { sessionId: number; member: Selectable<MemberTable> };

const sessions = prepared((db, { hash }: { hash: string }) =>
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

const isWorthNoting = (
  { lastUsedAt, usedFrom }: { lastUsedAt: number; usedFrom: string },
  address: string,
  now: number,
): boolean => {
  const isElsewhere = address !== '' && getNetwork(address) !== getNetwork(usedFrom);
  return now - lastUsedAt >= (isElsewhere ? MOVE_MS : TOUCH_MS);
};

/**
 * The member behind a token, or null when it is unknown, expired or revoked. `address` is where it is used from; '' when
 * that is not known.
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
  const [row] = await sessions(ctx.db.kysely, { hash: sha256(token) });
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
  if (isWorthNoting({ lastUsedAt, usedFrom }, address, now)) {
    await ctx.db.kysely
      .updateTable('session')
      .set({ last_used_at: now, expires_at: getEnd(beganAt, now) })
      .$if(address !== '', (query) => query.set({ address }))
      .where('id', '=', sessionId)
      .execute();
  }
  return { sessionId, member };
};

/** Whether a session is still good; for connections that stay open. */
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
