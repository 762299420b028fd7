import { type PaymentRefundTable, type Selectable, transaction, within } from '@yunbiao/db';
import { audit } from '../audit/audit.ts';
import { bySystem } from '../actor.ts';
import {
  type Channel,
  ChannelError,
  type ChannelName,
  type RefundStand,
} from '../channel/index.ts';
import type { Context } from '../context.ts';
import { tellBuyer } from '../money/order-money-in.ts';
import { finishRefund } from '../money/order-refund.ts';
import type { PaymentRow } from '../money/payments.ts';
import { HOUR, SECOND } from '../time.ts';

export type RefundRow = Selectable<PaymentRefundTable>;

const FIRST_MS = 10 * SECOND;
const MOST_MS = 6 * HOUR;
/** Some three days of tries; then somebody has to look. */
const MOST_TRIES = 24;

const backOff = (tries: number): number => Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(tries, 12));

const claim = async (ctx: Context, { id, tries, next_at: due }: RefundRow): Promise<boolean> => {
  const claimed = await ctx.db.kysely
    .updateTable('payment_refund')
    .set({ tries: tries + 1, next_at: ctx.now() + backOff(tries) })
    .where('id', '=', id)
    .where('next_at', '=', due)
    .where('state', 'in', ['due', 'sent'])
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
};

/** The money is back; an order that was given back is refunded with it. */
const finish = (ctx: Context, refund: RefundRow, payment: PaymentRow): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const done = await tx
      .updateTable('payment_refund')
      .set({ state: 'done', done_at: ctx.now() })
      .where('id', '=', refund.id)
      .where('state', 'in', ['due', 'sent'])
      .returning('id')
      .executeTakeFirst();
    if (!done) return;
    const order = await tx
      .selectFrom('member_order')
      .selectAll()
      .where('id', '=', payment.order_id)
      .executeTakeFirstOrThrow();
    const { channel, trade_no: tradeNo, amount_fen: amountFen } = payment;
    const detail = { channel, tradeNo, amountFen, kind: refund.kind };
    await audit({ ctx, tx, action: 'payment.returned', subject: `order:${order.id}`, detail });
    if (refund.kind === 'order')
      await finishRefund({ ctx: { ...ctx, db: within(tx) }, orderNo: order.order_no });
    else
      await tellBuyer(ctx, tx, order, {
        title: '多付的钱退了',
        text: `${order.product_name} 的这一笔已经原路退回。`,
      });
  });

const setState = async (ctx: Context, { id }: RefundRow, state: 'due' | 'sent' | 'failed') => {
  await ctx.db.kysely
    .updateTable('payment_refund')
    .set({ state })
    .where('id', '=', id)
    .where('state', 'in', ['due', 'sent'])
    .execute();
};

const ask = (channel: Channel, refund: RefundRow, payment: PaymentRow): Promise<RefundStand> => {
  const { trade_no: tradeNo, amount_fen: totalFen } = payment;
  const { refund_no: refundNo, amount_fen: amountFen, reason } = refund;
  return refund.state === 'sent'
    ? channel.queryRefund({ tradeNo, refundNo })
    : channel.refund({ tradeNo, refundNo, amountFen, totalFen, reason });
};

/**
 * Sends money back, or asks how that stands. The refund keeps its number: asked for again, when the answer was lost, it
 * is the same one. What the channel refuses is tried again for days, as an account without enough in it fills up.
 */
export const returnMoney = async (asked: Context, refund: RefundRow): Promise<void> => {
  const ctx = bySystem(asked);
  const payment = await ctx.db.kysely
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow();
  const channel = ctx.channels?.[payment.channel as ChannelName];
  if (!channel || !(await claim(ctx, refund))) return;
  try {
    const { state } = await ask(channel, refund, payment);
    if (state === 'done') await finish(ctx, refund, payment);
    else
      await setState(
        ctx,
        refund,
        state === 'pending' ? 'sent' : state === 'failed' ? 'failed' : 'due',
      );
    if (state === 'failed')
      ctx.log.error('a refund failed at the channel', { refundNo: refund.refund_no });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    // What the channel has taken, or may have, is asked about until it says: giving up would let the money go back twice.
    const isOver = refund.state === 'due' && !error.isUnknown && refund.tries + 1 >= MOST_TRIES;
    if (isOver) await setState(ctx, refund, 'failed');
    ctx.log[isOver ? 'error' : 'warn']('a refund was not taken', {
      refundNo: refund.refund_no,
      error,
    });
  }
};
