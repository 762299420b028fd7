import type { Selectable, OrderTable } from '@yunbiao/db';
import {
  type Channel,
  ChannelError,
  type ChannelName,
  RejectedCallbackError,
} from '../channel/index.ts';
import type { Context } from '../../platform/context.ts';
import type { PaymentRow } from '../money/payments.ts';
import { MINUTE, SECOND } from '../../platform/time.ts';
import { handlePaidTrade, closePaymentAttempt, recordChannelRefund } from './handle-paid-trade.ts';

/** Minimum interval between queries of one payment, by pages and scheduled maintenance together. */
const MIN_QUERY_INTERVAL_MS = 3 * SECOND;
const FIRST_QUERY_DELAY_MS = 5 * SECOND;
const MAX_QUERY_DELAY_MS = 10 * MINUTE;
/** A payment the channel has never seen is given up this long after its expiry. */
const UNKNOWN_PAYMENT_GRACE_MS = 10 * MINUTE;

/** Delay until the next query, ms. Short at first, as most people pay at once. */
export const computePaymentQueryDelay = (times: number): number =>
  Math.min(MAX_QUERY_DELAY_MS, FIRST_QUERY_DELAY_MS * 2 ** Math.min(times, 10));

/** Claims the query, so that no other request or process sends the same one. */
const claimPaymentQuery = async (ctx: Context, { id, queries }: PaymentRow): Promise<boolean> => {
  const now = ctx.now();
  const claimedPayment = await ctx.db.kysely
    .updateTable('payment')
    .set({
      queries: queries + 1,
      last_query_at: now,
      next_at: now + computePaymentQueryDelay(queries),
    })
    .where('id', '=', id)
    .where('state', 'in', ['open', 'closing'])
    .where((eb) =>
      eb.or([
        eb('last_query_at', 'is', null),
        eb('last_query_at', '<=', now - MIN_QUERY_INTERVAL_MS),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return claimedPayment !== undefined;
};

/**
 * True when the payment must not be paid any more: the order is paid, closed, or paid another way.
 */
const mustNotBePaidAnyMore = (
  now: number,
  payment: PaymentRow,
  order: Pick<Selectable<OrderTable>, 'state'>,
): boolean => payment.state === 'closing' || order.state !== 'pending' || now >= payment.expires_at;

const applyChannelPaymentState = async (
  ctx: Context,
  channel: Channel,
  payment: PaymentRow,
): Promise<void> => {
  const { trade_no: tradeNo } = payment;
  const name = channel.name;
  const trade = await channel.query(tradeNo);
  if (trade.state === 'paid')
    return void (await handlePaidTrade({ ctx, channel: name, tradeNo, trade }));
  if (trade.state === 'returned')
    return recordChannelRefund({ ctx, channel: name, tradeNo, trade });
  if (trade.state === 'closed') return closePaymentAttempt({ ctx, channel: name, tradeNo });
  const order = await ctx.db.kysely
    .selectFrom('member_order')
    .select('state')
    .where('id', '=', payment.order_id)
    .executeTakeFirstOrThrow();
  if (!mustNotBePaidAnyMore(ctx.now(), payment, order)) return;
  await channel.close(tradeNo);
  // Before the first scan the channel may not know the code. It can be scanned until it expires.
  if (trade.state === 'open' || ctx.now() > payment.expires_at + UNKNOWN_PAYMENT_GRACE_MS)
    await closePaymentAttempt({ ctx, channel: name, tradeNo });
};

/**
 * Queries the state of a payment at its channel and applies it. This recovers lost callbacks.
 * Closes payments at the channel that must not be paid any more. If the channel does not answer, a
 * later run queries again.
 */
export const queryPayment = async (ctx: Context, payment: PaymentRow): Promise<void> => {
  const channel = ctx.channels?.[payment.channel as ChannelName];
  if (!channel || !(await claimPaymentQuery(ctx, payment))) return;
  try {
    await applyChannelPaymentState(ctx, channel, payment);
  } catch (error) {
    if (!(error instanceof ChannelError) && !(error instanceof RejectedCallbackError)) throw error;
    const { channel: name, trade_no: tradeNo } = payment;
    ctx.log.warn('a payment could not be asked about', { channel: name, tradeNo, error });
  }
};
