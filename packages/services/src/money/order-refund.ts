import { lockMember, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { yuanText } from './discount-rule.ts';
import { getOrder } from './order-admin.ts';
import { tellBuyer } from './order-money-in.ts';
import { presentOrder } from './order-present.ts';
import { moveOrder, type Order, type OrderRow } from './order-state.ts';
import { isPayingBack, payBack, getPayment, settleByHand, getStuckRefund } from './payments.ts';
import { takeShareReward } from './share-taken.ts';
import { takeVip } from './take-vip.ts';

/** The order as it is now, held with its member until the transaction ends. @throws 404 */
export const lockOrder = async (tx: Tx, orderNo: string): Promise<OrderRow> => {
  await lockMember(tx, (await getOrder(tx, orderNo)).member_id);
  return getOrder(tx, orderNo);
};

export type Refunded = {
  order: Order;
  /** False: it had been refunded before, and nothing was changed. */
  isNew: boolean;
  /** What was left of the days it had added, ms; now taken back. */
  takenMs: number;
  /** The channel that pays it back by itself; null: whoever runs the site transfers it. */
  channel: string | null;
};

/**
 * Gives a paid order back: the days it added are gone at once, the money is on its way (`refunding`) until
 * {@link finishRefund}. What cost nothing has nothing to send. A code it used stays used. Repeating it changes nothing.
 * @throws 404; 409 for an order that was not paid
 */
export const refundOrder = ({
  ctx,
  orderNo,
}: {
  ctx: Context;
  orderNo: string;
}): Promise<Refunded> =>
  transaction(ctx.db, async (tx) => {
    const row = await lockOrder(tx, orderNo);
    if (row.state === 'refunding' || row.state === 'refunded')
      return { order: presentOrder(row), isNew: false, takenMs: 0, channel: null };
    const refunding = await moveOrder({ ctx, tx, row, to: 'refunding' });
    if (!refunding) throw conflict(`订单 ${row.order_no} 没有付款，不用退；不要了就关闭它`);
    const takenMs = await takeVip({
      ctx,
      tx,
      memberId: row.member_id,
      softwareId: row.software_id,
      productId: row.product_id,
      days: row.days,
      reason: row.order_no,
    });
    const isShareTaken = await takeShareReward({ ctx, tx, orderId: row.id });
    await tx
      .updateTable('refund_request')
      .set({ state: 'approved', decided_at: ctx.now() })
      .where('order_id', '=', row.id)
      .where('state', '=', 'asked')
      .execute();
    const payment = await getPayment(tx, row.id);
    if (payment) await payBack({ ctx, tx, payment, kind: 'order', reason: '订单退款' });
    const share = isShareTaken ? '，分享码为这一单送的天数也收回了' : '';
    const text = `“${row.product_name}”的 ${row.days} 天已从你的 VIP 里收回${share}`;
    if (row.pay_fen === 0) {
      const done = await moveOrder({ ctx, tx, row: refunding, to: 'refunded' });
      await tellBuyer(ctx, tx, row, { title: '订单已退', text: `${text}。` });
      return { order: presentOrder(done ?? refunding), isNew: true, takenMs, channel: null };
    }
    const money = `${yuanText(row.pay_fen)} 会退到你付款的账户`;
    await tellBuyer(ctx, tx, row, { title: '正在给你退款', text: `${text}，${money}。` });
    return {
      order: presentOrder(refunding),
      isNew: true,
      takenMs,
      channel: payment?.channel ?? null,
    };
  });

/** A refund its channel could not do was paid back another way. */
const settleStuck = async (ctx: Context, tx: Tx, { id }: OrderRow): Promise<void> => {
  const stuck = await getStuckRefund(tx, id);
  if (stuck) await settleByHand(ctx, tx, { refund: stuck, orderId: id });
};

/**
 * The money of a refund has been sent. Repeating it changes nothing.
 * @throws 404; 409 for an order that is not being refunded
 */
export const finishRefund = ({
  ctx,
  orderNo,
}: {
  ctx: Context;
  orderNo: string;
}): Promise<{ order: Order; isNew: boolean }> =>
  transaction(ctx.db, async (tx) => {
    const row = await lockOrder(tx, orderNo);
    if (row.state === 'refunded') return { order: presentOrder(row), isNew: false };
    if (await isPayingBack(tx, row.id))
      throw conflict(`订单 ${row.order_no} 的钱由付款渠道退回，退成以后自己会变`);
    const done = await moveOrder({ ctx, tx, row, to: 'refunded' });
    if (done) await settleStuck(ctx, tx, row);
    if (!done) throw conflict(`订单 ${row.order_no} 没有在退款，先用 order refund 退它`);
    const text = `${row.product_name}，${yuanText(row.pay_fen)} 已经转出，到账时间看银行。`;
    await tellBuyer(ctx, tx, row, { title: '退款已转出', text });
    return { order: presentOrder(done), isNew: true };
  });
