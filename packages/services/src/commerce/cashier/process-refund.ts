import { copyContextWithSystemActor } from '../../identity/actor.ts';
import {
  type Channel,
  ChannelError,
  type ChannelName,
  type RefundState,
} from '../channel/index.ts';
import type { Context } from '../../platform/context.ts';
import type { PaymentRow, RefundRow } from '../money/payments.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/time.ts';
import { FAILED_QUERY_INTERVAL_MS, completeRefund, failRefund } from './complete-refund.ts';

const FIRST_RETRY_MS = 10 * SECOND;
const MAX_RETRY_MS = 6 * HOUR;
/** About three days of attempts. After that staff handle the refund. */
const MAX_TRIES = 24;
/** A failure reported by the channel is queried again after this time before it counts. */
const CONFIRM_FAILURE_MS = 10 * MINUTE;
/** A failed refund is queried once a day for this long: the channel may still complete it. */
export const FAILED_QUERY_PERIOD_MS = 60 * DAY;

const computeRefundRetryDelay = (tries: number): number =>
  Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(tries, 12));

const claimRefundAttempt = async (ctx: Context, refund: RefundRow): Promise<boolean> => {
  const { id, tries, next_at: dueAt, state } = refund;
  const wait = state === 'failed' ? FAILED_QUERY_INTERVAL_MS : computeRefundRetryDelay(tries);
  const claimedRefund = await ctx.db.kysely
    .updateTable('payment_refund')
    .set({ tries: tries + 1, next_at: ctx.now() + wait })
    .where('id', '=', id)
    .where('next_at', '=', dueAt)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst();
  return claimedRefund !== undefined;
};

type Change = {
  state?: 'due' | 'sent';
  next_at?: number;
  why?: string;
  failed_at?: number;
  refund_no?: string;
};

const updateRefund = async (ctx: Context, { id, state }: RefundRow, set: Change): Promise<void> => {
  await ctx.db.kysely
    .updateTable('payment_refund')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', state)
    .execute();
};

/**
 * A number the channel has closed cannot be reused. The channel caps the sum of all refunds at the
 * paid amount.
 */
const getNextRefundNumber = (refundNo: string): string =>
  refundNo.replace(/R(\d*)$/, (_, n: string) => `R${Math.max(1, Number(n)) + 1}`);

const sendOrQueryRefund = (
  channel: Channel,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<RefundState> => {
  const { trade_no: tradeNo, amount_fen: totalFen } = payment;
  const { refund_no: refundNo, amount_fen: amountFen, reason } = refund;
  return refund.state === 'due'
    ? channel.refund({ tradeNo, refundNo, amountFen, totalFen, reason })
    : channel.queryRefund({ tradeNo, refundNo });
};

/**
 * Handles a refund in state `retry` or `failed` that the channel reports as failed or unknown.
 * Returns false for other states.
 */
const handleRefundFailure = async (
  ctx: Context,
  refund: RefundRow,
  isMissing: boolean,
): Promise<boolean> => {
  if (refund.state === 'failed') return true;
  if (refund.state !== 'retry') return false;
  const refund_no = isMissing ? refund.refund_no : getNextRefundNumber(refund.refund_no);
  await updateRefund(ctx, refund, { state: 'due', refund_no, next_at: ctx.now() });
  return true;
};

const applyRefundState = async (
  ctx: Context,
  refund: RefundRow,
  payment: PaymentRow,
  { state }: RefundState,
): Promise<void> => {
  if (state === 'done') return completeRefund(ctx, refund, payment);
  if (state === 'pending') return updateRefund(ctx, refund, { state: 'sent' });
  if (await handleRefundFailure(ctx, refund, state === 'missing')) return;
  if (state === 'missing') return updateRefund(ctx, refund, { state: 'due' });
  if (refund.failed_at !== null) return failRefund(ctx, refund, payment, 'failed');
  const now = ctx.now();
  return updateRefund(ctx, refund, {
    state: 'sent',
    why: 'failed',
    failed_at: now,
    next_at: now + CONFIRM_FAILURE_MS,
  });
};

/** After days of refusals: hands the refund to staff unless the channel has accepted it. */
const failRefundUnlessAccepted = async (
  ctx: Context,
  channel: Channel,
  refund: RefundRow,
  payment: PaymentRow,
  reason: string,
): Promise<void> => {
  const stand = await sendOrQueryRefund(channel, { ...refund, state: 'sent' }, payment);
  if (stand.state === 'done' || stand.state === 'pending')
    return applyRefundState(ctx, refund, payment, stand);
  return failRefund(ctx, refund, payment, reason);
};

/**
 * Sends a refund or queries its state. The refund number makes retries idempotent when an answer is
 * lost. A refused refund is retried for days, because the merchant account may get funds. After
 * that it is up to staff (`pay refunds`) and the channel is only queried.
 */
export const processRefund = async (baseCtx: Context, refund: RefundRow): Promise<void> => {
  const ctx = copyContextWithSystemActor(baseCtx);
  const payment = await ctx.db.kysely
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow();
  const channel = ctx.channels?.[payment.channel as ChannelName];
  if (!channel || !(await claimRefundAttempt(ctx, refund))) return;
  const refundNo = refund.refund_no;
  try {
    await applyRefundState(ctx, refund, payment, await sendOrQueryRefund(channel, refund, payment));
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    ctx.log.warn('a refund was not taken', { refundNo, error });
    // A refund the channel has or may have accepted is queried until its state is known. Giving up
    // could pay the money back twice.
    if (refund.state !== 'due' || error.isUnknown) return;
    if (refund.tries + 1 < MAX_TRIES) return updateRefund(ctx, refund, { why: error.code });
    await failRefundUnlessAccepted(ctx, channel, refund, payment, error.code).catch(
      (retryError: unknown) => {
        if (!(retryError instanceof ChannelError)) throw retryError;
        ctx.log.warn('a refund could not be asked about', { refundNo, error: retryError });
      },
    );
  }
};

/** Schedules a query of a refund whose state the channel reported as changed. */
export const scheduleRefundQuery = async (
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
