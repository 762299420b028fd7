import type { PaymentRefundTable, PaymentTable, Selectable, Tx } from '@yunbiao/db';
import { audit } from '../audit/audit.ts';
import type { Context } from '../context.ts';

export type PaymentRow = Selectable<PaymentTable>;
export type RefundRow = Selectable<PaymentRefundTable>;

/** Has a payment go back to where it came from: all of it, once; the channel is asked soon. */
export const payBack = async ({
  ctx,
  tx,
  payment,
  kind,
  reason,
}: {
  ctx: Context;
  tx: Tx;
  payment: PaymentRow;
  kind: 'order' | 'extra';
  reason: string;
}): Promise<void> => {
  const now = ctx.now();
  await tx
    .insertInto('payment_refund')
    .values({
      payment_id: payment.id,
      kind,
      refund_no: `${payment.trade_no}R`,
      reason,
      state: 'due',
      amount_fen: payment.amount_fen,
      tries: 0,
      next_at: now,
      created_at: now,
      done_at: null,
    })
    .execute();
  const { channel, trade_no: tradeNo, amount_fen: amountFen } = payment;
  await audit({
    ctx,
    tx,
    action: 'payment.return',
    subject: `order:${payment.order_id}`,
    detail: { channel, tradeNo, amountFen, kind },
  });
};

/** The payment that paid an order, unless it is on its way back; none for transfers. */
export const getPayment = async (tx: Tx, orderId: number): Promise<PaymentRow | undefined> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'paid')
    .where('id', 'not in', (eb) => eb.selectFrom('payment_refund').select('payment_id'))
    .executeTakeFirst();

/** Whether the channel still has to say how the refund of an order went. */
export const isPayingBack = async (tx: Tx, orderId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('payment_refund')
    .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
    .select('payment_refund.id')
    .where('payment.order_id', '=', orderId)
    .where('payment_refund.kind', '=', 'order')
    .where('payment_refund.state', 'in', ['due', 'sent', 'retry'])
    .executeTakeFirst();
  return row !== undefined;
};

/** The refund of an order that its channel could not do. */
export const getStuckRefund = (tx: Tx, orderId: number): Promise<RefundRow | undefined> =>
  tx
    .selectFrom('payment_refund')
    .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
    .selectAll('payment_refund')
    .where('payment.order_id', '=', orderId)
    .where('payment_refund.kind', '=', 'order')
    .where('payment_refund.state', '=', 'failed')
    .executeTakeFirst();

/** Staff have paid a refund back that its channel could not do. False: it is not stuck (any more). */
export const settleByHand = async (
  ctx: Context,
  tx: Tx,
  { refund, orderId }: { refund: RefundRow; orderId: number },
): Promise<boolean> => {
  const settled = await tx
    .updateTable('payment_refund')
    .set({ state: 'manual', done_at: ctx.now() })
    .where('id', '=', refund.id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst();
  if (!settled) return false;
  const { refund_no: refundNo, amount_fen: amountFen, kind } = refund;
  const detail = { refundNo, amountFen, kind };
  await audit({ ctx, tx, action: 'payment.byhand', subject: `order:${orderId}`, detail });
  return true;
};
