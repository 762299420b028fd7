import type { Context } from '../context.ts';
import { queryPayment } from './query-payment.ts';
import { FAILED_FOR_MS, returnMoney } from './return-money.ts';

/** A round takes so many of each. */
const AT_ONCE = 50;
/** Questions on their way at the same time: a channel that hangs must not hold up the others for long. */
const SIDE_BY_SIDE = 4;

const eachOf = async <T>(rows: readonly T[], act: (row: T) => Promise<void>): Promise<void> => {
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await act(row);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
};

/**
 * Asks about payments whose time it is, and sends money back that is to go back. One that fails does not keep the others
 * from their turn.
 */
export const sweepPayments = async ({ ctx }: { ctx: Context }): Promise<void> => {
  const { kysely } = ctx.db;
  const now = ctx.now();
  const names = Object.keys(ctx.channels ?? {});
  if (names.length === 0) return;
  const carefully =
    <T>(act: (ctx: Context, row: T) => Promise<void>) =>
    (row: T): Promise<void> =>
      act(ctx, row).catch((error: unknown) => {
        ctx.log.error('a payment was not swept', { error });
      });
  const payments = await kysely
    .selectFrom('payment')
    .selectAll()
    .where('state', 'in', ['open', 'closing'])
    .where('next_at', '<=', now)
    .where('channel', 'in', names)
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute();
  await eachOf(payments, carefully(queryPayment));
  const refunds = await kysely
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
    .where('payment.channel', 'in', names)
    .orderBy('payment_refund.next_at')
    .limit(AT_ONCE)
    .execute();
  await eachOf(refunds, carefully(returnMoney));
};
