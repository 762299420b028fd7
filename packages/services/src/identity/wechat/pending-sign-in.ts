import { WECHAT_QR_S } from '@yunbiao/contract';
import type { Executor, Insertable, Selectable, WechatSignInTable } from '@yunbiao/db';
import { generateSecret, computeSha256 } from '../account/session.ts';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError, ServiceError } from '../../platform/errors.ts';
import { SECOND } from '../../platform/time.ts';
import type { Wechat } from '../../platform/wechat-vendor.ts';

export type PendingSignIn = Selectable<WechatSignInTable>;
export type Purpose = 'login' | 'bind' | 'pay';

/** Browser that started a sign-in; only this browser may complete it. */
export type Browser = { userAgent: string; address: string };

export const NOT_AVAILABLE_TEXT = '微信登录未开通';
export const EXPIRED_TEXT = '这次微信登录已经过期，请重新扫码';

/** Returns WeChat's sign-in. @throws 404 when the site has none */
export const requireWechatSignIn = (ctx: Context): Wechat => {
  if (!ctx.wechat) throw createNotFoundError(NOT_AVAILABLE_TEXT);
  return ctx.wechat;
};

const USER_AGENT_LENGTH = 300;

/** Stores a started sign-in. Returns its expiry, epoch ms. */
export const storePendingSignIn = async (
  ctx: Context,
  signIn: Pick<
    Insertable<WechatSignInTable>,
    'way' | 'purpose' | 'key_hash' | 'browser_hash' | 'origin' | 'to_path' | 'member_id'
  > & { session_id?: number | null },
  browser: Browser,
): Promise<number> => {
  const now = ctx.now();
  const expiresAt = now + WECHAT_QR_S * SECOND;
  await ctx.db.kysely
    .insertInto('wechat_sign_in')
    .values({
      ...signIn,
      state: 'waiting',
      user_agent: browser.userAgent.slice(0, USER_AGENT_LENGTH),
      address: browser.address,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return expiresAt;
};

/** Finds a sign-in by a secret: from WeChat's redirect, from the browser, or from the phone. */
export const findPendingSignIn = (
  db: Executor,
  by: 'key_hash' | 'browser_hash' | 'confirm_hash',
  secret: string,
): Promise<PendingSignIn | undefined> =>
  db
    .selectFrom('wechat_sign_in')
    .selectAll()
    .where(by, '=', computeSha256(secret))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const isSignInExpired = (ctx: Context, row: PendingSignIn): boolean =>
  row.expires_at <= ctx.now();

/** Moves a sign-in to another state. Returns false when a concurrent request was first. */
export const tryChangeSignInState = async (
  db: Executor,
  row: PendingSignIn,
  from: readonly string[],
  set: Partial<Omit<PendingSignIn, 'id'>>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('wechat_sign_in')
    .set(set)
    .where('id', '=', row.id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Secret of the browser, stored in an HttpOnly cookie. An unknown secret is replaced, so that an
 * attacker cannot plant one.
 */
export const resolveBrowserSecret = async (ctx: Context, keptSecret: string): Promise<string> =>
  keptSecret !== '' && (await findPendingSignIn(ctx.db.kysely, 'browser_hash', keptSecret))
    ? keptSecret
    : generateSecret();

export const createSignInExpiredError = (): ServiceError => new ServiceError(409, EXPIRED_TEXT);

/** Returns the number of deleted rows. */
export const deleteExpiredSignIns = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('wechat_sign_in')
    .where('expires_at', '<=', ctx.now() - WECHAT_QR_S * SECOND)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
