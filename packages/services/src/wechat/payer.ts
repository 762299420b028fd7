import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import type { WechatPerson } from '../wechat-vendor.ts';
import { beginOnPage, type WechatCaller } from './begin-page.ts';
import type { UnderWay } from './under-way.ts';

type Payer = Pick<WechatPerson, 'appid' | 'openid'>;

/** As a session keeps it. */
export const payerText = ({ appid, openid }: Payer): string => `${appid} ${openid}`;

/** Keeps whose WeChat the session's browser is inside of. False: the session is over. */
export const keepPayer = async (tx: Tx, row: UnderWay, payer: Payer): Promise<boolean> => {
  if (row.session_id === null || row.member_id === null) return false;
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ wechat_payer: payerText(payer) })
    .where('id', '=', row.session_id)
    .where('member_id', '=', row.member_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The openid an app knows this session's browser by, inside WeChat; null when it is not known. */
export const payerOpenId = async (
  ctx: Context,
  { sessionId, memberId, appid }: { sessionId: number; memberId: number; appid: string },
): Promise<string | null> => {
  const row = await ctx.db.kysely
    .selectFrom('session')
    .select('wechat_payer')
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const [known, openid] = (row?.wechat_payer ?? '').split(' ');
  return known === appid && openid ? openid : null;
};

/**
 * Asks WeChat who reads the page, once and without a question of its own; afterwards the session knows. Null when the app
 * that is paid through is not the official account of this site: nobody could say.
 */
export const askPayer = async (
  ctx: Context,
  { appid, to, caller }: { appid: string; to: string; caller: WechatCaller },
): Promise<{ url: string; browser: string } | null> => {
  if (ctx.wechat?.officialAppid !== appid) return null;
  const { url, browser } = await beginOnPage(ctx, { way: 'payer', purpose: 'pay', to, caller });
  return { url, browser };
};
