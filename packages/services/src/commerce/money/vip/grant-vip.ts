import { changeVip, type VipChange } from './change-vip.ts';
import { extendVipSpans } from './vip-spans.ts';

/**
 * Grants a member days of a plan. The only function that extends VIP. Days are added to the later
 * of now and the current end; of two plans the higher one runs first. Returns the new end, epoch
 * ms.
 */
export const grantVip = async (change: VipChange): Promise<number> => {
  const { ctx, tx, productId, days } = change;
  const { level } = await tx
    .selectFrom('product')
    .select('level')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  const { expiresAt } = await changeVip('vip.grant', change, (heldSpans, now) => ({
    spans: extendVipSpans(heldSpans, { productId, level, days }, now),
  }));
  return expiresAt ?? ctx.now();
};
