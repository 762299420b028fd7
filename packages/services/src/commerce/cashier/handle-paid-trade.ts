import {
  type Executor,
  lockDiscountCode,
  lockMemberRow,
  runTransaction,
  type Tx,
} from '@yunbiao/db';
import { recordAudit } from '../../identity/audit/audit.ts';
import { copyContextWithSystemActor } from '../../identity/actor.ts';
import { type ChannelName, RejectedCallbackError, type Trade } from '../channel/index.ts';
import type { Context } from '../../platform/context.ts';
import { canAcceptPayment, acceptPayment, notifyBuyer } from '../money/orders/accept-payment.ts';
import { type OrderRow, notifyOrderPages } from '../money/orders/order-state.ts';
import { queueRefund, type PaymentRow } from '../money/payments.ts';

type PaidTrade = Extract<Trade, { state: 'paid' }>;

/** Result of a payment report: the money paid its order, is refunded, or was reported before. */
export type PaymentResult = 'paid' | 'returned' | 'known';

export const findPayment = (tx: Executor, channel: ChannelName, tradeNo: string) =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('trade_no', '=', tradeNo)
    .where('channel', '=', channel)
    .executeTakeFirst();

/** True when later reports by the channel no longer change the payment. */
export const isFinalPayment = (payment: Pick<PaymentRow, 'state'> | undefined): boolean =>
  payment?.state === 'paid' || payment?.state === 'returned';

const getOrderOfPayment = (tx: Tx, payment: PaymentRow): Promise<OrderRow> =>
  tx
    .selectFrom('member_order')
    .selectAll()
    .where('id', '=', payment.order_id)
    .executeTakeFirstOrThrow();

/**
 * Locks the payment and its order for the transaction.
 * @throws RejectedCallbackError for a payment this site did not create
 */
const lockPaymentAndOrder = async (tx: Tx, channel: ChannelName, tradeNo: string) => {
  const unlockedPayment = await findPayment(tx, channel, tradeNo);
  if (!unlockedPayment) throw new RejectedCallbackError('unknown');
  const { member_id: memberId, discount_code: code } = await getOrderOfPayment(tx, unlockedPayment);
  await lockMemberRow(tx, memberId);
  if (code) await lockDiscountCode(tx, code);
  const payment = (await findPayment(tx, channel, tradeNo)) ?? unlockedPayment;
  return { payment, order: await getOrderOfPayment(tx, payment) };
};

const refundPayment = async (ctx: Context, tx: Tx, order: OrderRow, payment: PaymentRow) => {
  const isDouble = order.paid_at !== null;
  const reason = isDouble ? '重复付款' : '订单已关闭';
  await queueRefund({ ctx, tx, payment, kind: 'extra', reason });
  await notifyBuyer(ctx, tx, order, {
    title: isDouble ? '这一单付了两次，多的在退' : '这笔款在退给你',
    text: isDouble
      ? `“${order.product_name}”已经付过，后到的这一笔原路退回。`
      : `“${order.product_name}”的订单已经关闭，折扣码也被用完，付的钱原路退回。`,
  });
  notifyOrderPages(ctx, tx, order);
};

/**
 * Handles a completed payment, reported by a callback or by a query. The first report pays the
 * order or starts a refund; later reports change nothing. All changes are one transaction: after a
 * crash the channel is queried again.
 * @throws RejectedCallbackError for an unknown payment or a wrong amount: nothing is changed
 */
export const handlePaidTrade = async ({
  ctx: channelContext,
  channel,
  tradeNo,
  trade,
}: {
  ctx: Context;
  channel: ChannelName;
  tradeNo: string;
  trade: PaidTrade;
}): Promise<PaymentResult> => {
  const ctx = copyContextWithSystemActor(channelContext);
  // Channels repeat callbacks: a known payment needs no lock.
  const knownPayment = await findPayment(ctx.db.kysely, channel, tradeNo);
  if (isFinalPayment(knownPayment) && knownPayment?.amount_fen === trade.amountFen) return 'known';
  return runTransaction(ctx.db, async (tx) => {
    const { payment, order } = await lockPaymentAndOrder(tx, channel, tradeNo);
    if (trade.amountFen !== payment.amount_fen) throw new RejectedCallbackError('amount');
    if (isFinalPayment(payment)) return 'known';
    const { channelTradeNo, amountFen } = trade;
    const paid = { ...payment, state: 'paid', channel_trade_no: channelTradeNo };
    await tx
      .updateTable('payment')
      .set({
        state: paid.state,
        channel_trade_no: channelTradeNo,
        paid_at: trade.paidAt ?? ctx.now(),
      })
      .where('id', '=', payment.id)
      .execute();
    await recordAudit({
      ctx,
      tx,
      action: 'payment.paid',
      subject: `order:${order.id}`,
      detail: { channel, tradeNo, channelTradeNo, amountFen },
    });
    const isUnpaid = order.state === 'pending' || order.state === 'closed';
    if (!isUnpaid || !(await canAcceptPayment(ctx, tx, order))) {
      await refundPayment(ctx, tx, order, paid);
      return 'returned';
    }
    await acceptPayment({ ctx, tx, row: order, payType: channel });
    return 'paid';
  });
};

/**
 * The channel refunded a payment, fully or in part, before this site saw it as paid. Such a refund
 * was made in the channel's own console. It grants nothing. For a payment that is already paid this
 * changes nothing.
 * @throws RejectedCallbackError for an unknown payment
 */
export const recordChannelRefund = ({
  ctx: channelContext,
  channel,
  tradeNo,
  trade,
}: {
  ctx: Context;
  channel: ChannelName;
  tradeNo: string;
  trade: Extract<Trade, { state: 'returned' }>;
}): Promise<void> => {
  const ctx = copyContextWithSystemActor(channelContext);
  return runTransaction(ctx.db, async (tx) => {
    const { payment, order } = await lockPaymentAndOrder(tx, channel, tradeNo);
    if (isFinalPayment(payment)) return;
    const { channelTradeNo, amountFen } = trade;
    await tx
      .updateTable('payment')
      .set({
        state: 'returned',
        channel_trade_no: channelTradeNo,
        paid_at: trade.paidAt ?? ctx.now(),
      })
      .where('id', '=', payment.id)
      .execute();
    const detail = { channel, tradeNo, channelTradeNo, amountFen };
    await recordAudit({
      ctx,
      tx,
      action: 'payment.elsewhere',
      subject: `order:${order.id}`,
      detail,
    });
    await notifyBuyer(ctx, tx, order, {
      title: '这笔款已经退给你了',
      text: `“${order.product_name}”的这一笔在付款渠道那边退了，没有加 VIP 天数。有疑问请联系我们。`,
    });
    notifyOrderPages(ctx, tx, order);
  });
};

/** Closes a payment attempt that ended without payment, and notifies the order's pages. */
export const closePaymentAttempt = ({
  ctx,
  channel,
  tradeNo,
}: {
  ctx: Context;
  channel: ChannelName;
  tradeNo: string;
}): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    const payment = await tx
      .updateTable('payment')
      .set({ state: 'closed' })
      .where('trade_no', '=', tradeNo)
      .where('channel', '=', channel)
      .where('state', 'in', ['open', 'closing'])
      .returningAll()
      .executeTakeFirst();
    if (payment) notifyOrderPages(ctx, tx, await getOrderOfPayment(tx, payment));
  });
