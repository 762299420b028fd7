import type { PaymentRefundTable, PaymentTable, Selectable, Tx } from '@yunbiao/db';
import { recordAudit } from '../../identity/audit/audit.ts';
import type { Context } from '../../platform/context.ts';

export type PaymentRow = Selectable<PaymentTable>;
export type RefundRow = Selectable<PaymentRefundTable>;

/** Queues a full refund of a payment to its channel. A payment is refunded once. */
export const queueRefund = async ({
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
  await recordAudit({
    ctx,
    tx,
    action: 'payment.return',
    subject: `order:${payment.order_id}`,
    detail: { channel, tradeNo, amountFen, kind },
  });
};

/** The payment of an order, unless a refund exists. Undefined for transfers. */
export const findRefundablePayment = async (
  tx: Tx,
  orderId: number,
): Promise<PaymentRow | undefined> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'paid')
    .where('id', 'not in', (eb) => eb.selectFrom('payment_refund').select('payment_id'))
    .executeTakeFirst();

/** Whether a channel refund of the order is still pending. */
export const hasPendingRefund = async (tx: Tx, orderId: number): Promise<boolean> => {
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

/** The order's refund that the channel could not make. */
export const findFailedRefund = (tx: Tx, orderId: number): Promise<RefundRow | undefined> =>
  tx
    .selectFrom('payment_refund')
    .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
    .selectAll('payment_refund')
    .where('payment.order_id', '=', orderId)
    .where('payment_refund.kind', '=', 'order')
    .where('payment_refund.state', '=', 'failed')
    .executeTakeFirst();

/**
 * Records that staff paid a failed refund manually. Returns false when the refund is not in state
 * `failed`.
 */
export const completeRefundManually = async (
  ctx: Context,
  tx: Tx,
  { refund, orderId }: { refund: RefundRow; orderId: number },
): Promise<boolean> => {
  const completedRefund = await tx
    .updateTable('payment_refund')
    .set({ state: 'manual', done_at: ctx.now() })
    .where('id', '=', refund.id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst();
  if (!completedRefund) return false;
  const { refund_no: refundNo, amount_fen: amountFen, kind } = refund;
  const detail = { refundNo, amountFen, kind };
  await recordAudit({ ctx, tx, action: 'payment.byhand', subject: `order:${orderId}`, detail });
  return true;
};
