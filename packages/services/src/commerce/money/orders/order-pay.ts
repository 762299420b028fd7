import type { Tx } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { createConflictError } from '../../../platform/errors.ts';
import { grantVip } from '../vip/grant-vip.ts';
import { grantShareRewards } from '../share-reward.ts';
import { transitionOrder, type OrderRow } from './order-state.ts';

/**
 * Marks an order paid and grants its days in one transaction.
 * @throws 409 when the order cannot become paid
 */
export const markOrderPaid = async ({
  ctx,
  tx,
  row,
  payType = row.pay_type,
}: {
  ctx: Context;
  tx: Tx;
  row: OrderRow;
  /** Actual payment method, when it differs from the ordered one. */
  payType?: string;
}): Promise<OrderRow> => {
  const set = { paid_at: ctx.now(), closed_at: null, pay_type: payType };
  const paid = await transitionOrder({ ctx, tx, row, to: 'paid', set });
  if (!paid) throw createConflictError(`订单 ${row.order_no} 现在不能记为已付款`);
  await grantVip({
    ctx,
    tx,
    memberId: row.member_id,
    softwareId: row.software_id,
    productId: row.product_id,
    days: row.days,
    reason: row.order_no,
  });
  // Orders that cost nothing earn no share reward: a code over the full price would earn days for
  // both members.
  if (row.pay_fen > 0)
    await grantShareRewards({
      ctx,
      tx,
      memberId: row.member_id,
      softwareId: row.software_id,
      orderId: row.id,
    });
  return paid;
};
