import type { Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import type { WechatPerson } from '../../platform/wechat-vendor.ts';
import { startWechatPageSignIn, type WechatCaller } from './start-page.ts';
import type { PendingSignIn } from './pending-sign-in.ts';

type Payer = Pick<WechatPerson, 'appid' | 'openid'>;

/** Formats a payer for `session.wechat_payer`. */
export const formatPayer = ({ appid, openid }: Payer): string => `${appid} ${openid}`;

/**
 * Stores the WeChat identity of the session's browser. Returns false when the session has ended.
 */
export const storeWechatPayer = async (
  tx: Tx,
  row: PendingSignIn,
  payer: Payer,
): Promise<boolean> => {
  if (row.session_id === null || row.member_id === null) return false;
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ wechat_payer: formatPayer(payer) })
    .where('id', '=', row.session_id)
    .where('member_id', '=', row.member_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The openid of this session's browser in an app, inside WeChat; null when unknown. */
export const findPayerOpenId = async (
  ctx: Context,
  { sessionId, memberId, appid }: { sessionId: number; memberId: number; appid: string },
): Promise<string | null> => {
  const row = await ctx.db.kysely
    .selectFrom('session')
    .select('wechat_payer')
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const [knownAppid, openid] = (row?.wechat_payer ?? '').split(' ');
  return knownAppid === appid && openid ? openid : null;
};

/**
 * Starts a lookup of the WeChat user without a prompt; the session stores the result. Null when the
 * paying app is not the site's official account, because it cannot be looked up then.
 */
export const startPayerLookup = async (
  ctx: Context,
  { appid, to, caller }: { appid: string; to: string; caller: WechatCaller },
): Promise<{ url: string; browser: string } | null> => {
  if (ctx.wechat?.officialAppid !== appid) return null;
  const { url, browser } = await startWechatPageSignIn(ctx, {
    way: 'payer',
    purpose: 'pay',
    to,
    caller,
  });
  return { url, browser };
};
