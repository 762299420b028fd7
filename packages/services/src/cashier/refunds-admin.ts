import { lockMember, transaction, type Tx, within } from '@yunbiao/db';
import { audit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { tellBuyer } from '../money/order-money-in.ts';
import { finishRefund } from '../money/order-refund.ts';
import type { OrderRow } from '../money/order-state.ts';
import { type RefundRow, settleByHand } from '../money/payments.ts';
import { REQUESTS_SHOWN } from './order-requests-admin.ts';

/** Refunds that have not come to an end: those the channel could not do first, then the eldest. */
export const openRefunds = ({ ctx }: { ctx: Context }) =>
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
    .limit(REQUESTS_SHOWN)
    .execute();

const refundBy = (tx: Tx, refundNo: string): Promise<RefundRow | undefined> =>
  tx
    .selectFrom('payment_refund')
    .selectAll()
    .where('refund_no', '=', refundNo.trim().toUpperCase())
    .executeTakeFirst();

const getOrder = (tx: Tx, { payment_id: id }: RefundRow): Promise<OrderRow> =>
  tx
    .selectFrom('member_order')
    .innerJoin('payment', 'payment.order_id', 'member_order.id')
    .selectAll('member_order')
    .where('payment.id', '=', id)
    .executeTakeFirstOrThrow();

/** One the channel could not do, held with its member. @throws 404; 409 while the channel is still at it, or it is done */
const lockStuck = async (tx: Tx, refundNo: string) => {
  const found = await refundBy(tx, refundNo);
  if (!found) throw notFound(`没有退款单号是 ${refundNo} 的退款，pay refunds 列出没退完的`);
  const order = await getOrder(tx, found);
  await lockMember(tx, order.member_id);
  const refund = (await refundBy(tx, refundNo)) ?? found;
  if (refund.state === 'done' || refund.state === 'manual')
    throw conflict(`${refund.refund_no} 已经退完了`);
  if (refund.state !== 'failed')
    throw conflict(`${refund.refund_no} 还在由付款渠道退，退不了的才用人工处理`);
  return { refund, order };
};

/**
 * Has the channel pay back again what it could not: the running site asks how it stands first, and sends it again under
 * the same number or, where the channel has closed that, under the next.
 * @throws 404; 409 for one that is not stuck
 */
export const retryRefund = ({ ctx, refundNo }: { ctx: Context; refundNo: string }): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const { refund, order } = await lockStuck(tx, refundNo);
    await tx
      .updateTable('payment_refund')
      .set({ state: 'retry', tries: 0, failed_at: null, why: '', next_at: ctx.now() })
      .where('id', '=', refund.id)
      .execute();
    const detail = { refundNo: refund.refund_no, amountFen: refund.amount_fen };
    await audit({ ctx, tx, action: 'payment.retry', subject: `order:${order.id}`, detail });
  });

/** Somebody has paid back by hand what the channel could not. @throws 404; 409 for one that is not stuck */
export const refundDone = ({
  ctx,
  refundNo,
}: {
  ctx: Context;
  refundNo: string;
}): Promise<{ orderNo: string; amountFen: number }> =>
  transaction(ctx.db, async (tx) => {
    const { refund, order } = await lockStuck(tx, refundNo);
    const { order_no: orderNo } = order;
    if (refund.kind === 'order') await finishRefund({ ctx: { ...ctx, db: within(tx) }, orderNo });
    else {
      await settleByHand(ctx, tx, { refund, orderId: order.id });
      await tellBuyer(ctx, tx, order, {
        title: '多付的钱退了',
        text: `“${order.product_name}”的这一笔原路退不了，工作人员已经用别的办法退给你。`,
      });
    }
    return { orderNo, amountFen: refund.amount_fen };
  });
