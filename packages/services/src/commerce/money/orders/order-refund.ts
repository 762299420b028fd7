import { lockMemberRow, runTransaction, type Tx } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { createConflictError } from '../../../platform/errors.ts';
import { formatYuan } from '../discount-rule.ts';
import { getOrderByNumber } from './order-admin.ts';
import { notifyBuyer } from './accept-payment.ts';
import { presentOrder } from './order-present.ts';
import { transitionOrder, type Order, type OrderRow } from './order-state.ts';
import {
  hasPendingRefund,
  queueRefund,
  findRefundablePayment,
  completeRefundManually,
  findFailedRefund,
} from '../payments.ts';
import { revokeShareReward } from '../revoke-share-reward.ts';
import { revokeVip } from '../vip/revoke-vip.ts';

/** Reads the order and locks its member until the transaction ends. @throws 404 */
export const lockOrderOwnerAndGetOrder = async (tx: Tx, orderNo: string): Promise<OrderRow> => {
  await lockMemberRow(tx, (await getOrderByNumber(tx, orderNo)).member_id);
  return getOrderByNumber(tx, orderNo);
};

export type RefundResult = {
  order: Order;
  /** False when the order had been refunded before and nothing changed. */
  isNew: boolean;
  /** Remaining time of the order's days, now revoked, ms. */
  takenMs: number;
  /** Payment channel that makes the refund. Null: staff transfer the money. */
  channel: string | null;
};

/**
 * Refunds a paid order. Revokes its days at once; the order stays `refunding` until {@link
 * finishRefund}. An order that cost nothing is `refunded` at once. A used discount code stays used.
 * Idempotent.
 * @throws 404; 409 for an order that was not paid
 */
export const refundOrder = ({
  ctx,
  orderNo,
}: {
  ctx: Context;
  orderNo: string;
}): Promise<RefundResult> =>
  runTransaction(ctx.db, async (tx) => {
    const row = await lockOrderOwnerAndGetOrder(tx, orderNo);
    if (row.state === 'refunding' || row.state === 'refunded')
      return { order: presentOrder(row), isNew: false, takenMs: 0, channel: null };
    const refunding = await transitionOrder({ ctx, tx, row, to: 'refunding' });
    if (!refunding)
      throw createConflictError(`订单 ${row.order_no} 没有付款，不用退；不要了就关闭它`);
    const takenMs = await revokeVip({
      ctx,
      tx,
      memberId: row.member_id,
      softwareId: row.software_id,
      productId: row.product_id,
      days: row.days,
      reason: row.order_no,
    });
    const isShareTaken = await revokeShareReward({ ctx, tx, orderId: row.id });
    await tx
      .updateTable('refund_request')
      .set({ state: 'approved', decided_at: ctx.now() })
      .where('order_id', '=', row.id)
      .where('state', '=', 'asked')
      .execute();
    const payment = await findRefundablePayment(tx, row.id);
    if (payment) await queueRefund({ ctx, tx, payment, kind: 'order', reason: '订单退款' });
    const share = isShareTaken ? '，分享码为这一单送的天数也收回了' : '';
    const text = `“${row.product_name}”的 ${row.days} 天已从你的 VIP 里收回${share}`;
    if (row.pay_fen === 0) {
      const refunded = await transitionOrder({ ctx, tx, row: refunding, to: 'refunded' });
      await notifyBuyer(ctx, tx, row, { title: '订单已退', text: `${text}。` });
      return { order: presentOrder(refunded ?? refunding), isNew: true, takenMs, channel: null };
    }
    const money = `${formatYuan(row.pay_fen)} 会退到你付款的账户`;
    await notifyBuyer(ctx, tx, row, { title: '正在给你退款', text: `${text}，${money}。` });
    return {
      order: presentOrder(refunding),
      isNew: true,
      takenMs,
      channel: payment?.channel ?? null,
    };
  });

/** Marks a failed channel refund as paid by other means. */
const completeFailedRefundManually = async (
  ctx: Context,
  tx: Tx,
  { id }: OrderRow,
): Promise<void> => {
  const stuck = await findFailedRefund(tx, id);
  if (stuck) await completeRefundManually(ctx, tx, { refund: stuck, orderId: id });
};

/**
 * Records that the money of a refund was sent. Idempotent.
 * @throws 404; 409 for an order that is not being refunded
 */
export const markOrderRefunded = ({
  ctx,
  orderNo,
}: {
  ctx: Context;
  orderNo: string;
}): Promise<{ order: Order; isNew: boolean }> =>
  runTransaction(ctx.db, async (tx) => {
    const row = await lockOrderOwnerAndGetOrder(tx, orderNo);
    if (row.state === 'refunded') return { order: presentOrder(row), isNew: false };
    if (await hasPendingRefund(tx, row.id))
      throw createConflictError(`订单 ${row.order_no} 的钱由付款渠道退回，退成以后自己会变`);
    const refunded = await transitionOrder({ ctx, tx, row, to: 'refunded' });
    if (refunded) await completeFailedRefundManually(ctx, tx, row);
    if (!refunded)
      throw createConflictError(`订单 ${row.order_no} 没有在退款，先用 order refund 退它`);
    const text = `${row.product_name}，${formatYuan(row.pay_fen)} 已经转出，到账时间看银行。`;
    await notifyBuyer(ctx, tx, row, { title: '退款已转出', text });
    return { order: presentOrder(refunded), isNew: true };
  });
