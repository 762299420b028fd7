import { transaction, within } from '@yunbiao/db';
import { audit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { tellBuyer } from '../money/order-money-in.ts';
import { finishRefund } from '../money/order-refund.ts';
import type { PaymentRow, RefundRow } from '../money/payments.ts';
import { DAY } from '../time.ts';

/** One that failed is asked about so often. */
export const FAILED_EVERY_MS = DAY;

/** Of a refund that may still go back by itself. */
const LIVE = ['due', 'sent', 'retry', 'failed'];

const getOrder = (ctx: Context, { order_id: id }: PaymentRow) =>
  ctx.db.kysely
    .selectFrom('member_order')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** The money is back; an order that was given back is refunded with it. */
export const finish = (asked: Context, refund: RefundRow, payment: PaymentRow): Promise<void> =>
  transaction(asked.db, async (tx) => {
    const ctx = { ...asked, db: within(tx) };
    const done = await tx
      .updateTable('payment_refund')
      .set({ state: 'done', done_at: ctx.now() })
      .where('id', '=', refund.id)
      .where('state', 'in', LIVE)
      .returning('id')
      .executeTakeFirst();
    if (!done) return;
    const order = await getOrder(ctx, payment);
    const { channel, trade_no: tradeNo, amount_fen: amountFen } = payment;
    const detail = { channel, tradeNo, amountFen, kind: refund.kind };
    await audit({ ctx, tx, action: 'payment.returned', subject: `order:${order.id}`, detail });
    if (refund.kind === 'order') await finishRefund({ ctx, orderNo: order.order_no });
    else
      await tellBuyer(ctx, tx, order, {
        title: '多付的钱退了',
        text: `“${order.product_name}”的这一笔已经原路退回。`,
      });
  });

/** The channel cannot do it: it is staff's from now on, and the buyer is told. */
export const giveUp = (
  asked: Context,
  refund: RefundRow,
  payment: PaymentRow,
  why: string,
): Promise<void> =>
  transaction(asked.db, async (tx) => {
    const ctx = { ...asked, db: within(tx) };
    const failed = await tx
      .updateTable('payment_refund')
      .set({
        state: 'failed',
        why,
        failed_at: refund.failed_at ?? ctx.now(),
        next_at: ctx.now() + FAILED_EVERY_MS,
      })
      .where('id', '=', refund.id)
      .where('state', 'in', ['due', 'sent', 'retry'])
      .returning('id')
      .executeTakeFirst();
    if (!failed) return;
    const order = await getOrder(ctx, payment);
    const { channel, amount_fen: amountFen } = payment;
    const detail = { channel, refundNo: refund.refund_no, amountFen, code: why };
    await audit({ ctx, tx, action: 'payment.stuck', subject: `order:${order.id}`, detail });
    await tellBuyer(ctx, tx, order, {
      title: '退款没有退成，在人工处理',
      text: `“${order.product_name}”的退款被付款渠道退回，工作人员会用别的办法退给你，请留意联系。`,
    });
    ctx.log.error('a refund failed at the channel', { refundNo: refund.refund_no, why });
  });
