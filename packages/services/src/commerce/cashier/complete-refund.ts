import { runTransaction, createTransactionDatabase } from '@yunbiao/db';
import { recordAudit } from '../../identity/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { notifyBuyer } from '../money/orders/accept-payment.ts';
import { markOrderRefunded } from '../money/orders/order-refund.ts';
import type { PaymentRow, RefundRow } from '../money/payments.ts';
import { DAY } from '../../platform/time.ts';

/** Query interval of failed refunds. */
export const FAILED_QUERY_INTERVAL_MS = DAY;

/** States of a refund the channel may still complete. */
const OPEN_STATES = ['due', 'sent', 'retry', 'failed'];

const getOrderOfRefund = (ctx: Context, { order_id: id }: PaymentRow) =>
  ctx.db.kysely
    .selectFrom('member_order')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Marks a refund as done. If the whole order was refunded, marks the order as refunded too. */
export const completeRefund = (
  baseCtx: Context,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<void> =>
  runTransaction(baseCtx.db, async (tx) => {
    const ctx = { ...baseCtx, db: createTransactionDatabase(tx) };
    const refundRow = await tx
      .updateTable('payment_refund')
      .set({ state: 'done', done_at: ctx.now() })
      .where('id', '=', refund.id)
      .where('state', 'in', OPEN_STATES)
      .returning('id')
      .executeTakeFirst();
    if (!refundRow) return;
    const order = await getOrderOfRefund(ctx, payment);
    const { channel, trade_no: tradeNo, amount_fen: amountFen } = payment;
    const detail = { channel, tradeNo, amountFen, kind: refund.kind };
    await recordAudit({
      ctx,
      tx,
      action: 'payment.returned',
      subject: `order:${order.id}`,
      detail,
    });
    if (refund.kind === 'order') await markOrderRefunded({ ctx, orderNo: order.order_no });
    else
      await notifyBuyer(ctx, tx, order, {
        title: '多付的钱退了',
        text: `“${order.product_name}”的这一笔已经原路退回。`,
      });
  });

/** Marks a refund as failed, hands it to staff and notifies the buyer. */
export const failRefund = (
  context: Context,
  refund: RefundRow,
  payment: PaymentRow,
  reason: string,
): Promise<void> =>
  runTransaction(context.db, async (tx) => {
    const ctx = { ...context, db: createTransactionDatabase(tx) };
    const failed = await tx
      .updateTable('payment_refund')
      .set({
        state: 'failed',
        why: reason,
        failed_at: refund.failed_at ?? ctx.now(),
        next_at: ctx.now() + FAILED_QUERY_INTERVAL_MS,
      })
      .where('id', '=', refund.id)
      .where('state', 'in', ['due', 'sent', 'retry'])
      .returning('id')
      .executeTakeFirst();
    if (!failed) return;
    const order = await getOrderOfRefund(ctx, payment);
    const { channel, amount_fen: amountFen } = payment;
    const detail = { channel, refundNo: refund.refund_no, amountFen, code: reason };
    await recordAudit({ ctx, tx, action: 'payment.stuck', subject: `order:${order.id}`, detail });
    await notifyBuyer(ctx, tx, order, {
      title: '退款没有退成，在人工处理',
      text: `“${order.product_name}”的退款被付款渠道退回，工作人员会用别的办法退给你，请留意联系。`,
    });
    ctx.log.error('a refund failed at the channel', { refundNo: refund.refund_no, why: reason });
  });
