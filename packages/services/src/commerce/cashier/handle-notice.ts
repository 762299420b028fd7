import {
  type Callback,
  type Channel,
  type ChannelName,
  RejectedCallbackError,
  type Notice,
} from '../channel/index.ts';
import type { Context } from '../../platform/context.ts';
import { recordRefusal } from '../../identity/security/index.ts';
import { MINUTE } from '../../platform/time.ts';
import {
  handlePaidTrade,
  closePaymentAttempt,
  isFinalPayment,
  recordChannelRefund,
  findPayment,
} from './handle-paid-trade.ts';
import { queryPayment } from './query-payment.ts';
import { scheduleRefundQuery } from './process-refund.ts';

/** Answer deadline, ms. The channel repeats a callback that is answered later. */
const ANSWER_DEADLINE_MS = 900;

/** Format of our payment and refund numbers. */
const OWN_NUMBER = /^YB\d{16}P\d{1,2}(?:R\d{0,2})?$/;

/**
 * A callback describes the moment it was sent. One that arrives later than this after the payment
 * may have been overtaken by a refund.
 */
const MAX_CALLBACK_DELAY_MS = 2 * MINUTE;

const wasPaidWithinCallbackDelay = (ctx: Context, paidAt: number | null): boolean =>
  paidAt !== null && ctx.now() - paidAt <= MAX_CALLBACK_DELAY_MS;

/**
 * Queries the current state of the payment. Returns false while the state is not final: the channel
 * must repeat the callback.
 * @throws RejectedCallbackError
 */
const queryPaymentOfNotice = async (
  ctx: Context,
  channel: ChannelName,
  tradeNo: string,
): Promise<boolean> => {
  const { kysely } = ctx.db;
  const payment = await findPayment(kysely, channel, tradeNo);
  if (!payment) throw new RejectedCallbackError('unknown');
  if (isFinalPayment(payment)) return true;
  // A payment closed here must be queried again.
  const reopened = { state: 'closing', next_at: ctx.now() };
  if (payment.state === 'closed')
    await kysely
      .updateTable('payment')
      .set(reopened)
      .where('id', '=', payment.id)
      .where('state', '=', 'closed')
      .execute();
  await queryPayment(ctx, payment);
  return isFinalPayment(await findPayment(kysely, channel, tradeNo));
};

/** Returns true if the channel need not repeat the callback. @throws RejectedCallbackError */
const applyNoticeOfTrade = async (
  ctx: Context,
  channel: ChannelName,
  { tradeNo, trade }: Extract<Notice, { kind: 'trade' }>,
): Promise<boolean> => {
  if (!OWN_NUMBER.test(tradeNo)) throw new RejectedCallbackError('unknown');
  if (trade.state === 'paid') {
    if (!wasPaidWithinCallbackDelay(ctx, trade.paidAt))
      return queryPaymentOfNotice(ctx, channel, tradeNo);
    await handlePaidTrade({ ctx, channel, tradeNo, trade });
  } else if (trade.state === 'returned')
    await recordChannelRefund({ ctx, channel, tradeNo, trade });
  else if (trade.state === 'closed') await closePaymentAttempt({ ctx, channel, tradeNo });
  return true;
};

const applyChannelNotice = async (
  ctx: Context,
  { name }: Channel,
  notice: Notice,
): Promise<boolean> => {
  if (notice.kind === 'trade') return applyNoticeOfTrade(ctx, name, notice);
  if (notice.kind === 'refund' && OWN_NUMBER.test(notice.refundNo))
    await scheduleRefundQuery(ctx, name, notice.refundNo);
  return true;
};

const verifyAndApplyNotice = async (
  ctx: Context,
  channel: Channel,
  callback: Callback,
  address: string,
): Promise<boolean> => {
  try {
    return await applyChannelNotice(ctx, channel, await channel.verify(callback));
  } catch (error) {
    if (!(error instanceof RejectedCallbackError)) {
      ctx.log.error('a payment callback was not taken', { channel: channel.name, error });
      return false;
    }
    const subject = `pay:${channel.name}`;
    const detail = { why: error.reason };
    await recordRefusal({
      ctx,
      kind: 'pay.refused',
      subject: `${subject}:${error.reason}`,
      address,
      detail,
    });
    return false;
  }
};

/**
 * Handles a channel's callback. It must be signed, recent and for this site. Answers within a
 * second: slower work continues in the background, and the repeated callback finds it done. Never
 * throws.
 */
export const handleNotice = async ({
  ctx,
  channel,
  callback,
  address,
}: {
  ctx: Context;
  channel: Channel;
  callback: Callback;
  address: string;
}): Promise<ReturnType<Channel['buildAnswer']>> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ANSWER_DEADLINE_MS);
  });
  const isTaken = await Promise.race([
    verifyAndApplyNotice(ctx, channel, callback, address),
    deadline,
  ]);
  clearTimeout(timer);
  return channel.buildAnswer(isTaken);
};
