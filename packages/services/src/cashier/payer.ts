import type { CallParsed } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { getOwnOrder } from '../money/order-own.ts';
import { askPayer, payerOpenId, type WechatCaller } from '../wechat/index.ts';

/** An order of this member that is to be paid, and where. */
export type PaidIn = {
  ctx: Context;
  memberId: number;
  softwareId: number;
  input: CallParsed<'orderPay'>;
  /** The browser it is paid in; left out: none that WeChat could be asked about. */
  caller?: WechatCaller;
};

/** The order's own page, under the host name it is paid on: there its member is signed in. @throws 404 */
export const orderPage = async ({
  ctx,
  memberId,
  softwareId,
  input: { id },
  caller,
}: PaidIn): Promise<URL> => {
  await getOwnOrder(ctx.db.kysely, { id, memberId, softwareId });
  const { alias, domain } = await ctx.db.kysely
    .selectFrom('software')
    .select(['alias', 'domain'])
    .where('id', '=', softwareId)
    .executeTakeFirstOrThrow();
  const isOwnHost = caller !== undefined && new URL(caller.site).hostname === domain;
  const path = `/${alias}/user/order?id=${id}`;
  return new URL(path, isOwnHost ? caller.site : ctx.settings.publicUrl);
};

/** Who pays, to WeChat Pay: an openid; null when it is not known; or the page that tells. */
export type Payer = { openId: string | null } | { url: string; browser: string };

export const getPayer = async (
  { ctx, memberId, input, caller }: PaidIn,
  path: string,
): Promise<Payer> => {
  const appid = ctx.channels?.wechat?.payerAppid;
  const sessionId = caller?.signedIn?.sessionId;
  const isInside = input.scene === 'wechat' && input.payType === 'wechat';
  if (!isInside || appid === undefined || sessionId === undefined || !caller)
    return { openId: null };
  const openId = await payerOpenId(ctx, { sessionId, memberId, appid });
  if (openId !== null || input.payer === 'code') return { openId };
  return (await askPayer(ctx, { appid, to: path, caller })) ?? { openId: null };
};
