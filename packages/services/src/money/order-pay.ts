import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { grantVip } from './grant-vip.ts';
import { rewardShare } from './share-reward.ts';
import { moveOrder, type OrderRow } from './order-state.ts';

/** Marks an order paid and gives what it is for, in one transaction. @throws 409 when it may not become paid */
export const settleOrder = async ({
  ctx,
  tx,
  row,
  payType = row.pay_type,
}: {
  ctx: Context;
  tx: Tx;
  row: OrderRow;
  /** How it came to be paid, where that is not how it was ordered. */
  payType?: string;
}): Promise<OrderRow> => {
  const set = { paid_at: ctx.now(), closed_at: null, pay_type: payType };
  const paid = await moveOrder({ ctx, tx, row, to: 'paid', set });
  if (!paid) throw conflict(`订单 ${row.order_no} 现在不能记为已付款`);
  await grantVip({
    ctx,
    tx,
    memberId: row.member_id,
    softwareId: row.software_id,
    productId: row.product_id,
    days: row.days,
    reason: row.order_no,
  });
  // What cost nothing is no payment: a code over the whole price would buy both their days.
  if (row.pay_fen > 0)
    await rewardShare({
      ctx,
      tx,
      memberId: row.member_id,
      softwareId: row.software_id,
      orderId: row.id,
    });
  return paid;
};
