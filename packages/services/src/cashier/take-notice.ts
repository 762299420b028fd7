import {
  type Callback,
  type Channel,
  type ChannelName,
  Forged,
  type Notice,
} from '../channel/index.ts';
import type { Context } from '../context.ts';
import { noteRefusal } from '../security/index.ts';
import { MINUTE } from '../time.ts';
import { arrive, endTry, isHeard, noteReturned, paymentBy } from './arrive.ts';
import { queryPayment } from './query-payment.ts';
import { wakeRefund } from './return-money.ts';

/** A channel that waits longer than this tries again: it is told to before it gives up, ms. */
const ANSWER_MS = 900;

/** As our numbers of payments and refunds are written. */
const OWN_NUMBER = /^YB\d{16}P\d{1,2}(?:R\d{0,2})?$/;

/** A callback speaks of its own moment. One that comes so long after the payment may come after a refund, too. */
const FRESH_MS = 2 * MINUTE;

const isFresh = (ctx: Context, paidAt: number | null): boolean =>
  paidAt !== null && ctx.now() - paidAt <= FRESH_MS;

/** Asks the channel how a payment stands now. False while it has not said: it is to tell again. @throws Forged */
const askInstead = async (
  ctx: Context,
  channel: ChannelName,
  tradeNo: string,
): Promise<boolean> => {
  const { kysely } = ctx.db;
  const payment = await paymentBy(kysely, channel, tradeNo);
  if (!payment) throw new Forged('unknown');
  if (isHeard(payment)) return true;
  // Closed here: whether it is there is what is asked.
  const reopened = { state: 'closing', next_at: ctx.now() };
  if (payment.state === 'closed')
    await kysely
      .updateTable('payment')
      .set(reopened)
      .where('id', '=', payment.id)
      .where('state', '=', 'closed')
      .execute();
  await queryPayment(ctx, payment);
  return isHeard(await paymentBy(kysely, channel, tradeNo));
};

/** Whether the channel need not tell again. @throws Forged */
const actOnTrade = async (
  ctx: Context,
  channel: ChannelName,
  { tradeNo, trade }: Extract<Notice, { kind: 'trade' }>,
): Promise<boolean> => {
  if (!OWN_NUMBER.test(tradeNo)) throw new Forged('unknown');
  if (trade.state === 'paid') {
    if (!isFresh(ctx, trade.paidAt)) return askInstead(ctx, channel, tradeNo);
    await arrive({ ctx, channel, tradeNo, trade });
  } else if (trade.state === 'returned') await noteReturned({ ctx, channel, tradeNo, trade });
  else if (trade.state === 'closed') await endTry({ ctx, channel, tradeNo });
  return true;
};

const act = async (ctx: Context, { name }: Channel, notice: Notice): Promise<boolean> => {
  if (notice.kind === 'trade') return actOnTrade(ctx, name, notice);
  if (notice.kind === 'refund' && OWN_NUMBER.test(notice.refundNo))
    await wakeRefund(ctx, name, notice.refundNo);
  return true;
};

const taken = async (
  ctx: Context,
  channel: Channel,
  callback: Callback,
  address: string,
): Promise<boolean> => {
  try {
    return await act(ctx, channel, await channel.verify(callback));
  } catch (error) {
    if (!(error instanceof Forged)) {
      ctx.log.error('a payment callback was not taken', { channel: channel.name, error });
      return false;
    }
    const subject = `pay:${channel.name}`;
    const detail = { why: error.doubt };
    await noteRefusal({
      ctx,
      kind: 'pay.refused',
      subject: `${subject}:${error.doubt}`,
      address,
      detail,
    });
    return false;
  }
};

/**
 * A callback of a channel: believed when it is signed, fresh and for this site, and then worked off at once. Answers
 * within a second in any case: what takes longer goes on, and the channel's next try finds it done. Never throws.
 */
export const takeNotice = async ({
  ctx,
  channel,
  callback,
  address,
}: {
  ctx: Context;
  channel: Channel;
  callback: Callback;
  address: string;
}): Promise<ReturnType<Channel['answer']>> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ANSWER_MS);
  });
  const isTaken = await Promise.race([taken(ctx, channel, callback, address), late]);
  clearTimeout(timer);
  return channel.answer(isTaken);
};
