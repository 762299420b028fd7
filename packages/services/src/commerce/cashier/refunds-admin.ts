import { lockMemberRow, runTransaction, type Tx, createTransactionDatabase } from '@yunbiao/db';
import { recordAudit } from '../../identity/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { createConflictError, createNotFoundError } from '../../platform/errors.ts';
import { notifyBuyer } from '../money/orders/accept-payment.ts';
import { markOrderRefunded } from '../money/orders/order-refund.ts';
import type { OrderRow } from '../money/orders/order-state.ts';
import { type RefundRow, completeRefundManually } from '../money/payments.ts';
import { REQUEST_PAGE_SIZE } from './order-requests-admin.ts';

/** Lists unfinished refunds: failed ones first, then the oldest. */
export const listOpenRefunds = ({ ctx }: { ctx: Context }) =>
  ctx.db.kysely
    .selectFrom('payment_refund')
    .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
    .innerJoin('member_order', 'member_order.id', 'payment.order_id')
    .innerJoin('member', 'member.id', 'member_order.member_id')
    .select([
      'payment_refund.refund_no as refundNo',
      'payment_refund.kind',
      'payment_refund.state',
      'payment_refund.tries',
      'payment_refund.why',
      'payment_refund.amount_fen as amountFen',
      'payment_refund.created_at as createdAt',
      'payment_refund.next_at as nextAt',
      'payment.channel',
      'payment.channel_trade_no as channelTradeNo',
      'member_order.order_no as orderNo',
      'member.username',
    ])
    .where('payment_refund.state', 'in', ['failed', 'due', 'sent', 'retry'])
    .orderBy((eb) => eb.case().when('payment_refund.state', '=', 'failed').then(0).else(1).end())
    .orderBy('payment_refund.id')
    .limit(REQUEST_PAGE_SIZE)
    .execute();

const findRefund = (tx: Tx, refundNo: string): Promise<RefundRow | undefined> =>
  tx
    .selectFrom('payment_refund')
    .selectAll()
    .where('refund_no', '=', refundNo.trim().toUpperCase())
    .executeTakeFirst();

const getOrderOfRefund = (tx: Tx, { payment_id: id }: RefundRow): Promise<OrderRow> =>
  tx
    .selectFrom('member_order')
    .innerJoin('payment', 'payment.order_id', 'member_order.id')
    .selectAll('member_order')
    .where('payment.id', '=', id)
    .executeTakeFirstOrThrow();

/**
 * Locks a failed refund and its member.
 * @throws 404; 409 if the refund is still in progress or done
 */
const lockStuckRefund = async (tx: Tx, refundNo: string) => {
  const unlockedRefund = await findRefund(tx, refundNo);
  if (!unlockedRefund)
    throw createNotFoundError(`没有退款单号是 ${refundNo} 的退款，pay refunds 列出没退完的`);
  const order = await getOrderOfRefund(tx, unlockedRefund);
  await lockMemberRow(tx, order.member_id);
  const refund = (await findRefund(tx, refundNo)) ?? unlockedRefund;
  if (refund.state === 'done' || refund.state === 'manual')
    throw createConflictError(`${refund.refund_no} 已经退完了`);
  if (refund.state !== 'failed')
    throw createConflictError(`${refund.refund_no} 还在由付款渠道退，退不了的才用人工处理`);
  return { refund, order };
};

/**
 * Retries a failed refund. The server first queries its state, then sends it again under the same
 * number, or under the next number if the channel has closed the old one.
 * @throws 404; 409 if the refund has not failed
 */
export const retryRefund = ({ ctx, refundNo }: { ctx: Context; refundNo: string }): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    const { refund, order } = await lockStuckRefund(tx, refundNo);
    await tx
      .updateTable('payment_refund')
      .set({ state: 'retry', tries: 0, failed_at: null, why: '', next_at: ctx.now() })
      .where('id', '=', refund.id)
      .execute();
    const detail = { refundNo: refund.refund_no, amountFen: refund.amount_fen };
    await recordAudit({ ctx, tx, action: 'payment.retry', subject: `order:${order.id}`, detail });
  });

/** Marks a failed refund as paid back by hand. @throws 404; 409 if the refund has not failed */
export const confirmManualRefund = ({
  ctx,
  refundNo,
}: {
  ctx: Context;
  refundNo: string;
}): Promise<{ orderNo: string; amountFen: number }> =>
  runTransaction(ctx.db, async (tx) => {
    const { refund, order } = await lockStuckRefund(tx, refundNo);
    const { order_no: orderNo } = order;
    if (refund.kind === 'order')
      await markOrderRefunded({ ctx: { ...ctx, db: createTransactionDatabase(tx) }, orderNo });
    else {
      await completeRefundManually(ctx, tx, { refund, orderId: order.id });
      await notifyBuyer(ctx, tx, order, {
        title: '多付的钱退了',
        text: `“${order.product_name}”的这一笔原路退不了，工作人员已经用别的办法退给你。`,
      });
    }
    return { orderNo, amountFen: refund.amount_fen };
  });
