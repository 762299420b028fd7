import type { Context } from '../context.ts';
import type { PaymentRow, RefundRow } from '../money/payments.ts';
import { queryPayment } from './query-payment.ts';
import { FAILED_FOR_MS, returnMoney } from './return-money.ts';

/** A round takes so many of each channel. */
const AT_ONCE = 50;
/** Questions on their way to a channel at the same time. */
const SIDE_BY_SIDE = 4;

const forEachRow = async <T>(rows: readonly T[], act: (row: T) => Promise<void>): Promise<void> => {
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await act(row);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
};

const duePayments = (ctx: Context, channel: string): Promise<PaymentRow[]> =>
  ctx.db.kysely
    .selectFrom('payment')
    .selectAll()
    .where('state', 'in', ['open', 'closing'])
    .where('next_at', '<=', ctx.now())
    .where('channel', '=', channel)
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute();

const dueRefunds = (ctx: Context, channel: string): Promise<RefundRow[]> => {
  const now = ctx.now();
  return ctx.db.kysely
    .selectFrom('payment_refund')
    .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
    .selectAll('payment_refund')
    .where((eb) =>
      eb.or([
        eb('payment_refund.state', 'in', ['due', 'sent', 'retry']),
        eb.and([
          eb('payment_refund.state', '=', 'failed'),
          eb('payment_refund.failed_at', '>', now - FAILED_FOR_MS),
        ]),
      ]),
    )
    .where('payment_refund.next_at', '<=', now)
    .where('payment.channel', '=', channel)
    .orderBy('payment_refund.next_at')
    .limit(AT_ONCE)
    .execute();
};

/**
 * Asks about payments whose time it is, and sends money back that is to go back: of one channel, or of all side by side.
 * One that fails does not keep the others from their turn.
 */
export const sweepPayments = async ({
  ctx,
  channel,
}: {
  ctx: Context;
  channel?: string;
}): Promise<void> => {
  const carefully =
    <T>(act: (ctx: Context, row: T) => Promise<void>) =>
    (row: T): Promise<void> =>
      act(ctx, row).catch((error: unknown) => {
        ctx.log.error('a payment was not swept', { error });
      });
  const sweep = async (name: string): Promise<void> => {
    await forEachRow(await duePayments(ctx, name), carefully(queryPayment));
    await forEachRow(await dueRefunds(ctx, name), carefully(returnMoney));
  };
  const names = channel === undefined ? Object.keys(ctx.channels ?? {}) : [channel];
  await Promise.all(names.map(sweep));
};
