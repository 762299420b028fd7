import { bySystem } from '../actor.ts';
import {
  type Channel,
  ChannelError,
  type ChannelName,
  type RefundStand,
} from '../channel/index.ts';
import type { Context } from '../context.ts';
import type { PaymentRow, RefundRow } from '../money/payments.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../time.ts';
import { FAILED_EVERY_MS, finish, giveUp } from './refund-end.ts';

const FIRST_MS = 10 * SECOND;
const MAX_MS = 6 * HOUR;
/** Some three days of tries; then somebody has to look. */
const MAX_TRIES = 24;
/** A channel that says that a refund failed is asked once more before it is believed. */
const SURE_MS = 10 * MINUTE;
/** One that failed is asked about, once a day, for so long: it may come to an end at the channel after all. */
export const FAILED_FOR_MS = 60 * DAY;

const backOff = (tries: number): number => Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(tries, 12));

const claim = async (ctx: Context, refund: RefundRow): Promise<boolean> => {
  const { id, tries, next_at: due, state } = refund;
  const wait = state === 'failed' ? FAILED_EVERY_MS : backOff(tries);
  const claimed = await ctx.db.kysely
    .updateTable('payment_refund')
    .set({ tries: tries + 1, next_at: ctx.now() + wait })
    .where('id', '=', id)
    .where('next_at', '=', due)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
};

type Change = {
  state?: 'due' | 'sent';
  next_at?: number;
  why?: string;
  failed_at?: number;
  refund_no?: string;
};

const note = async (ctx: Context, { id, state }: RefundRow, set: Change): Promise<void> => {
  await ctx.db.kysely
    .updateTable('payment_refund')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', state)
    .execute();
};

/** A number the channel has closed is used up; it pays no more back than was paid, under however many. */
const nextNumber = (refundNo: string): string =>
  refundNo.replace(/R(\d*)$/, (_, n: string) => `R${Math.max(1, Number(n)) + 1}`);

const ask = (channel: Channel, refund: RefundRow, payment: PaymentRow): Promise<RefundStand> => {
  const { trade_no: tradeNo, amount_fen: totalFen } = payment;
  const { refund_no: refundNo, amount_fen: amountFen, reason } = refund;
  return refund.state === 'due'
    ? channel.refund({ tradeNo, refundNo, amountFen, totalFen, reason })
    : channel.queryRefund({ tradeNo, refundNo });
};

/** What the channel says does not stand, of a refund staff want sent again, or have given up. */
const afterFailure = async (
  ctx: Context,
  refund: RefundRow,
  isMissing: boolean,
): Promise<boolean> => {
  if (refund.state === 'failed') return true;
  if (refund.state !== 'retry') return false;
  const refund_no = isMissing ? refund.refund_no : nextNumber(refund.refund_no);
  await note(ctx, refund, { state: 'due', refund_no, next_at: ctx.now() });
  return true;
};

const follow = async (
  ctx: Context,
  refund: RefundRow,
  payment: PaymentRow,
  { state }: RefundStand,
): Promise<void> => {
  if (state === 'done') return finish(ctx, refund, payment);
  if (state === 'pending') return note(ctx, refund, { state: 'sent' });
  if (await afterFailure(ctx, refund, state === 'missing')) return;
  if (state === 'missing') return note(ctx, refund, { state: 'due' });
  if (refund.failed_at !== null) return giveUp(ctx, refund, payment, 'failed');
  const now = ctx.now();
  return note(ctx, refund, {
    state: 'sent',
    why: 'failed',
    failed_at: now,
    next_at: now + SURE_MS,
  });
};

/** Refused for days: unless the channel knows of the refund after all, it is staff's. */
const lastQuestion = async (
  ctx: Context,
  channel: Channel,
  refund: RefundRow,
  payment: PaymentRow,
  why: string,
): Promise<void> => {
  const stand = await ask(channel, { ...refund, state: 'sent' }, payment);
  if (stand.state === 'done' || stand.state === 'pending')
    return follow(ctx, refund, payment, stand);
  return giveUp(ctx, refund, payment, why);
};

/**
 * Sends money back, or asks how that stands. The refund keeps its number: asked for again, when the answer was lost, it
 * is the same one. What the channel refuses is tried again for days, as an account without enough in it fills up; then it
 * is staff's (`pay refunds`), and the channel is only asked about it.
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
  const refundNo = refund.refund_no;
  try {
    await follow(ctx, refund, payment, await ask(channel, refund, payment));
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    ctx.log.warn('a refund was not taken', { refundNo, error });
    // What the channel has taken, or may have, is asked about until it says: giving up would let the money go back twice.
    if (refund.state !== 'due' || error.isUnknown) return;
    if (refund.tries + 1 < MAX_TRIES) return note(ctx, refund, { why: error.code });
    await lastQuestion(ctx, channel, refund, payment, error.code).catch((again: unknown) => {
      if (!(again instanceof ChannelError)) throw again;
      ctx.log.warn('a refund could not be asked about', { refundNo, error: again });
    });
  }
};

/** A channel's word that a refund moved on: it is asked how it stands, soon. */
export const wakeRefund = async (
  ctx: Context,
  channel: ChannelName,
  refundNo: string,
): Promise<void> => {
  await ctx.db.kysely
    .updateTable('payment_refund')
    .set({ next_at: ctx.now() })
    .where('refund_no', '=', refundNo)
    .where('state', 'in', ['sent', 'failed'])
    .where('payment_id', 'in', (eb) =>
      eb.selectFrom('payment').select('id').where('channel', '=', channel),
    )
    .execute();
};
