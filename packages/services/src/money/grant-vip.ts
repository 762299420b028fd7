import { changeVip, type VipChange } from './change-vip.ts';
import { laySpans } from './vip-spans.ts';

/**
 * Gives a member days of a plan: the only place where VIP grows. They are added to the later of now and the current
 * end; of two plans the higher one runs first. Returns the new end, epoch ms.
 */
export const grantVip = async (change: VipChange): Promise<number> => {
  const { ctx, tx, productId, days } = change;
  const { level } = await tx
    .selectFrom('product')
    .select('level')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  const { expiresAt } = await changeVip('vip.grant', change, (held, now) => ({
    spans: laySpans(held, { productId, level, days }, now),
  }));
  return expiresAt ?? ctx.now();
};
