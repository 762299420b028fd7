import type { Selectable, OrderTable } from '@yunbiao/db';
import { type Channel, ChannelError, type ChannelName, Forged } from '../channel/index.ts';
import type { Context } from '../context.ts';
import type { PaymentRow } from '../money/payments.ts';
import { MINUTE, SECOND } from '../time.ts';
import { arrive, endTry, noteReturned } from './arrive.ts';

/** A page and the sweep together ask no more often than this. */
const MIN_MS = 3 * SECOND;
const FIRST_MS = 5 * SECOND;
const MAX_MS = 10 * MINUTE;
/** So long after its end a payment the channel never heard of will not come any more. */
const GONE_MS = 10 * MINUTE;

/** When the channel is asked the next time: soon at first, as most pay at once. */
export const backOff = (times: number): number =>
  Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(times, 10));

/** Takes the question, so that nobody else asks at the same time. */
const claim = async (ctx: Context, { id, queries }: PaymentRow): Promise<boolean> => {
  const now = ctx.now();
  const claimed = await ctx.db.kysely
    .updateTable('payment')
    .set({ queries: queries + 1, last_query_at: now, next_at: now + backOff(queries) })
    .where('id', '=', id)
    .where('state', 'in', ['open', 'closing'])
    .where((eb) =>
      eb.or([eb('last_query_at', 'is', null), eb('last_query_at', '<=', now - MIN_MS)]),
    )
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
};

/** Nobody is to pay it any more: the order is paid, closed, or is paid another way. */
const isUnwanted = (
  now: number,
  payment: PaymentRow,
  order: Pick<Selectable<OrderTable>, 'state'>,
): boolean => payment.state === 'closing' || order.state !== 'pending' || now >= payment.expires_at;

const settle = async (ctx: Context, channel: Channel, payment: PaymentRow): Promise<void> => {
  const { trade_no: tradeNo } = payment;
  const name = channel.name;
  const trade = await channel.query(tradeNo);
  if (trade.state === 'paid') return void (await arrive({ ctx, channel: name, tradeNo, trade }));
  if (trade.state === 'returned') return noteReturned({ ctx, channel: name, tradeNo, trade });
  if (trade.state === 'closed') return endTry({ ctx, channel: name, tradeNo });
  const order = await ctx.db.kysely
    .selectFrom('member_order')
    .select('state')
    .where('id', '=', payment.order_id)
    .executeTakeFirstOrThrow();
  if (!isUnwanted(ctx.now(), payment, order)) return;
  await channel.close(tradeNo);
  // A code nobody has scanned yet may still be unknown there, and be scanned until it is over.
  if (trade.state === 'open' || ctx.now() > payment.expires_at + GONE_MS)
    await endTry({ ctx, channel: name, tradeNo });
};

/**
 * Asks the channel how a payment stands and does what follows: the way a callback that was lost is found. Closes there
 * what nobody is to pay any more. A channel that does not answer is asked later.
 */
export const queryPayment = async (ctx: Context, payment: PaymentRow): Promise<void> => {
  const channel = ctx.channels?.[payment.channel as ChannelName];
  if (!channel || !(await claim(ctx, payment))) return;
  try {
    await settle(ctx, channel, payment);
  } catch (error) {
    if (!(error instanceof ChannelError) && !(error instanceof Forged)) throw error;
    const { channel: name, trade_no: tradeNo } = payment;
    ctx.log.warn('a payment could not be asked about', { channel: name, tradeNo, error });
  }
};
