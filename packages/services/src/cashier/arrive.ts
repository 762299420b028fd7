import { type Executor, lockDiscountCode, lockMember, transaction, type Tx } from '@yunbiao/db';
import { audit } from '../audit/audit.ts';
import { bySystem } from '../actor.ts';
import { type ChannelName, Forged, type Trade } from '../channel/index.ts';
import type { Context } from '../context.ts';
import { mayStillBePaid, takeMoney, tellBuyer } from '../money/order-money-in.ts';
import { type OrderRow, tellPages } from '../money/order-state.ts';
import { payBack, type PaymentRow } from '../money/payments.ts';

type Paid = Extract<Trade, { state: 'paid' }>;

/** What became of money that arrived: it paid its order, goes back, or had been told of before. */
export type Arrival = 'paid' | 'returned' | 'known';

export const paymentBy = (tx: Executor, channel: ChannelName, tradeNo: string) =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('trade_no', '=', tradeNo)
    .where('channel', '=', channel)
    .executeTakeFirst();

/** What became of it is known, and nothing the channel says of the payment changes it. */
export const isHeard = (payment: Pick<PaymentRow, 'state'> | undefined): boolean =>
  payment?.state === 'paid' || payment?.state === 'returned';

const getOrder = (tx: Tx, payment: PaymentRow): Promise<OrderRow> =>
  tx
    .selectFrom('member_order')
    .selectAll()
    .where('id', '=', payment.order_id)
    .executeTakeFirstOrThrow();

/** Both as they are now, and stay until the transaction ends. @throws Forged for a payment nobody began here */
const lockBoth = async (tx: Tx, channel: ChannelName, tradeNo: string) => {
  const found = await paymentBy(tx, channel, tradeNo);
  if (!found) throw new Forged('unknown');
  const { member_id: memberId, discount_code: code } = await getOrder(tx, found);
  await lockMember(tx, memberId);
  if (code) await lockDiscountCode(tx, code);
  const payment = (await paymentBy(tx, channel, tradeNo)) ?? found;
  return { payment, order: await getOrder(tx, payment) };
};

const sendBack = async (ctx: Context, tx: Tx, order: OrderRow, payment: PaymentRow) => {
  const isDouble = order.paid_at !== null;
  const reason = isDouble ? '重复付款' : '订单已关闭';
  await payBack({ ctx, tx, payment, kind: 'extra', reason });
  await tellBuyer(ctx, tx, order, {
    title: isDouble ? '这一单付了两次，多的在退' : '这笔款在退给你',
    text: isDouble
      ? `“${order.product_name}”已经付过，后到的这一笔原路退回。`
      : `“${order.product_name}”的订单已经关闭，折扣码也被用完，付的钱原路退回。`,
  });
  tellPages(ctx, tx, order);
};

/**
 * Money has arrived for a payment: by a callback, or because the channel was asked. The first word of it pays the order
 * or goes back; every later one changes nothing. All of it is one transaction: a crash leaves nothing half done, and the
 * channel is asked again.
 * @throws Forged for an unknown payment or another amount: nothing is changed
 */
export const arrive = async ({
  ctx: asked,
  channel,
  tradeNo,
  trade,
}: {
  ctx: Context;
  channel: ChannelName;
  tradeNo: string;
  trade: Paid;
}): Promise<Arrival> => {
  const ctx = bySystem(asked);
  // Channels repeat themselves: what is known takes no turn.
  const known = await paymentBy(ctx.db.kysely, channel, tradeNo);
  if (isHeard(known) && known?.amount_fen === trade.amountFen) return 'known';
  return transaction(ctx.db, async (tx) => {
    const { payment, order } = await lockBoth(tx, channel, tradeNo);
    if (trade.amountFen !== payment.amount_fen) throw new Forged('amount');
    if (isHeard(payment)) return 'known';
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
    await audit({
      ctx,
      tx,
      action: 'payment.paid',
      subject: `order:${order.id}`,
      detail: { channel, tradeNo, channelTradeNo, amountFen },
    });
    const isUnpaid = order.state === 'pending' || order.state === 'closed';
    if (!isUnpaid || !(await mayStillBePaid(ctx, tx, order))) {
      await sendBack(ctx, tx, order, paid);
      return 'returned';
    }
    await takeMoney({ ctx, tx, row: order, payType: channel });
    return 'paid';
  });
};

/**
 * The channel took money and gave it back, all or some of it, before this site heard of it: from its own console, that
 * is, as nothing here asked for it. It grants nothing. What is said of a payment known to be paid changes nothing.
 * @throws Forged for an unknown payment
 */
export const noteReturned = ({
  ctx: asked,
  channel,
  tradeNo,
  trade,
}: {
  ctx: Context;
  channel: ChannelName;
  tradeNo: string;
  trade: Extract<Trade, { state: 'returned' }>;
}): Promise<void> => {
  const ctx = bySystem(asked);
  return transaction(ctx.db, async (tx) => {
    const { payment, order } = await lockBoth(tx, channel, tradeNo);
    if (isHeard(payment)) return;
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
    await audit({ ctx, tx, action: 'payment.elsewhere', subject: `order:${order.id}`, detail });
    await tellBuyer(ctx, tx, order, {
      title: '这笔款已经退给你了',
      text: `“${order.product_name}”的这一笔在付款渠道那边退了，没有加 VIP 天数。有疑问请联系我们。`,
    });
    tellPages(ctx, tx, order);
  });
};

/** A try to pay is over without money; the order's pages are told. */
export const endTry = ({
  ctx,
  channel,
  tradeNo,
}: {
  ctx: Context;
  channel: ChannelName;
  tradeNo: string;
}): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const payment = await tx
      .updateTable('payment')
      .set({ state: 'closed' })
      .where('trade_no', '=', tradeNo)
      .where('channel', '=', channel)
      .where('state', 'in', ['open', 'closing'])
      .returningAll()
      .executeTakeFirst();
    if (payment) tellPages(ctx, tx, await getOrder(tx, payment));
  });
