import { type Callback, type Channel, Forged, type Notice } from '../channel/index.ts';
import type { Context } from '../context.ts';
import { noteRefusal } from '../security/index.ts';
import { arrive, endTry } from './arrive.ts';

/** A channel that waits longer than this tries again: it is told to before it gives up, ms. */
const ANSWER_MS = 900;

/** As our numbers of payments and refunds are written. */
const OWN_NUMBER = /^YB\d{16}P\d{1,2}R?$/;

const act = async (ctx: Context, { name }: Channel, notice: Notice): Promise<void> => {
  if (notice.kind === 'trade') {
    const { tradeNo, trade } = notice;
    if (!OWN_NUMBER.test(tradeNo)) throw new Forged('unknown');
    if (trade.state === 'paid') await arrive({ ctx, channel: name, tradeNo, trade });
    else if (trade.state === 'closed') await endTry({ ctx, channel: name, tradeNo });
  }
  if (notice.kind === 'refund' && OWN_NUMBER.test(notice.refundNo))
    await ctx.db.kysely
      .updateTable('payment_refund')
      .set({ next_at: ctx.now() })
      .where('refund_no', '=', notice.refundNo)
      .where('state', '=', 'sent')
      .execute();
};

const taken = async (
  ctx: Context,
  channel: Channel,
  callback: Callback,
  address: string,
): Promise<boolean> => {
  try {
    await act(ctx, channel, await channel.verify(callback));
    return true;
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
