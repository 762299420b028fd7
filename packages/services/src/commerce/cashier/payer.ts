import type { CallParsed } from '@yunbiao/contract';
import type { Context } from '../../platform/context.ts';
import { getOwnOrder } from '../money/orders/order-own.ts';
import {
  startPayerLookup,
  findPayerOpenId,
  type WechatCaller,
} from '../../identity/wechat/index.ts';

/** Request to pay an order of this member. */
export type PayRequest = {
  ctx: Context;
  memberId: number;
  softwareId: number;
  input: CallParsed<'orderPay'>;
  /** Browser of the payer; omitted when WeChat cannot identify it. */
  caller?: WechatCaller;
};

/** URL of the order's page, on the host name where the member is signed in. @throws 404 */
export const buildOrderPageUrl = async ({
  ctx,
  memberId,
  softwareId,
  input: { id },
  caller,
}: PayRequest): Promise<URL> => {
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

/**
 * Payer for WeChat Pay: an openid, null when unknown, or the URL of the page that determines it.
 */
export type Payer = { openId: string | null } | { url: string; browser: string };

export const resolvePayer = async (
  { ctx, memberId, input, caller }: PayRequest,
  path: string,
): Promise<Payer> => {
  const appid = ctx.channels?.wechat?.payerAppid;
  const sessionId = caller?.signedIn?.sessionId;
  const isInside = input.scene === 'wechat' && input.payType === 'wechat';
  if (!isInside || appid === undefined || sessionId === undefined || !caller)
    return { openId: null };
  const openId = await findPayerOpenId(ctx, { sessionId, memberId, appid });
  if (openId !== null || input.payer === 'code') return { openId };
  return (await startPayerLookup(ctx, { appid, to: path, caller })) ?? { openId: null };
};
