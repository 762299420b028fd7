import type { Executor, Tx } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { isAccountDeleted } from '../../../identity/member/deleted-account.ts';
import { createNotices } from '../../../identity/notice/index.ts';
import { hasDiscountUseLeft } from '../discount.ts';
import { markOrderPaid } from './order-pay.ts';
import type { OrderRow } from './order-state.ts';

/**
 * Whether money that arrives for an unpaid order is accepted. A closed order has returned its use
 * of the discount code. Late money is refunded when no use is left, and when the account is
 * deleted.
 */
export const canAcceptPayment = async (
  ctx: Context,
  executor: Executor,
  row: OrderRow,
): Promise<boolean> => {
  if (await isAccountDeleted(executor, row.member_id)) return false;
  const isOpen = row.state === 'pending' && row.expires_at > ctx.now();
  if (isOpen || row.discount_code_id === null) return true;
  const { discount_code_id: id, member_id: memberId } = row;
  return hasDiscountUseLeft(executor, { id, memberId, now: ctx.now() });
};

/** Sends the buyer a notice that links to the order. */
export const notifyBuyer = async (
  ctx: Context,
  tx: Tx,
  order: OrderRow,
  notice: { title: string; text: string },
): Promise<void> => {
  const { alias } = await tx
    .selectFrom('software')
    .select('alias')
    .where('id', '=', order.software_id)
    .executeTakeFirstOrThrow();
  const path = `/${alias}/user/order?id=${order.id}`;
  await createNotices(ctx, tx, [{ memberId: order.member_id, kind: 'order', ...notice, path }]);
};

/**
 * Accepts a payment: marks the order paid, extends VIP, notifies the buyer.
 * @throws 409 when the order cannot become paid
 */
export const acceptPayment = async (paid: {
  ctx: Context;
  tx: Tx;
  row: OrderRow;
  payType?: string;
}): Promise<OrderRow> => {
  const order = await markOrderPaid(paid);
  await notifyBuyer(paid.ctx, paid.tx, order, {
    title: '收到你的付款了',
    text: `${order.product_name}，${order.days} 天已经加到你的 VIP 上。`,
  });
  return order;
};
