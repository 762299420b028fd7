import { WECHAT_QR_S } from '@yunbiao/contract';
import type { Executor, Insertable, Selectable, WechatSignInTable } from '@yunbiao/db';
import { newSecret, sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { notFound, ServiceError } from '../errors.ts';
import { SECOND } from '../time.ts';
import type { Wechat } from '../wechat-vendor.ts';

export type UnderWay = Selectable<WechatSignInTable>;
export type Purpose = 'login' | 'bind' | 'pay';

/** From which browser: the sign-in is its alone. */
export type Browser = { userAgent: string; address: string };

export const NOT_OPEN = '微信登录未开通';
export const OVER = '这次微信登录已经过期，请重新扫码';

/** @throws 404 when the site has none */
export const requireWechat = (ctx: Context): Wechat => {
  if (!ctx.wechat) throw notFound(NOT_OPEN);
  return ctx.wechat;
};

const USER_AGENT_LENGTH = 300;

/** Writes down that it has begun. Returns when it is over, epoch ms. */
export const begin = async (
  ctx: Context,
  begun: Pick<
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
      ...begun,
      state: 'waiting',
      user_agent: browser.userAgent.slice(0, USER_AGENT_LENGTH),
      address: browser.address,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return expiresAt;
};

/** By what WeChat brought back, what the browser holds, or what the phone was told. */
export const underWay = (
  db: Executor,
  by: 'key_hash' | 'browser_hash' | 'confirm_hash',
  secret: string,
): Promise<UnderWay | undefined> =>
  db
    .selectFrom('wechat_sign_in')
    .selectAll()
    .where(by, '=', sha256(secret))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const isOver = (ctx: Context, row: UnderWay): boolean => row.expires_at <= ctx.now();

/** From one state to the next, once: whoever comes second is told so. */
export const move = async (
  db: Executor,
  row: UnderWay,
  from: readonly string[],
  set: Partial<Omit<UnderWay, 'id'>>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('wechat_sign_in')
    .set(set)
    .where('id', '=', row.id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** What keeps apart a browser: kept by it in a cookie scripts do not see. A secret somebody brought along is not taken. */
export const browserSecret = async (ctx: Context, kept: string): Promise<string> =>
  kept !== '' && (await underWay(ctx.db.kysely, 'browser_hash', kept)) ? kept : newSecret();

export const over = (): ServiceError => new ServiceError(409, OVER);

/** Removes what is long over. Returns how many. */
export const sweepWechat = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('wechat_sign_in')
    .where('expires_at', '<=', ctx.now() - WECHAT_QR_S * SECOND)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
