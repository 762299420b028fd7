import type { Context } from '../../platform/context.ts';
import type { PaymentRow, RefundRow } from '../money/payments.ts';
import { queryPayment } from './query-payment.ts';
import { FAILED_QUERY_PERIOD_MS, processRefund } from './process-refund.ts';

/** Payments or refunds per channel and run. */
const BATCH_SIZE = 50;
/** Concurrent requests to one channel. */
const MAX_CONCURRENT_REQUESTS = 4;

const processRowsConcurrently = async <T>(
  rows: readonly T[],
  act: (row: T) => Promise<void>,
): Promise<void> => {
  const waiting = [...rows];
  const processWaitingRows = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await act(row);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, processWaitingRows));
};

const listDuePayments = (ctx: Context, channel: string): Promise<PaymentRow[]> =>
  ctx.db.kysely
    .selectFrom('payment')
    .selectAll()
    .where('state', 'in', ['open', 'closing'])
    .where('next_at', '<=', ctx.now())
    .where('channel', '=', channel)
    .orderBy('next_at')
    .limit(BATCH_SIZE)
    .execute();

const listDueRefunds = (ctx: Context, channel: string): Promise<RefundRow[]> => {
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
          eb('payment_refund.failed_at', '>', now - FAILED_QUERY_PERIOD_MS),
        ]),
      ]),
    )
    .where('payment_refund.next_at', '<=', now)
    .where('payment.channel', '=', channel)
    .orderBy('payment_refund.next_at')
    .limit(BATCH_SIZE)
    .execute();
};

/**
 * Queries due payments and sends due refunds, for one channel or for all in parallel. An error in
 * one does not stop the others.
 */
export const processDuePayments = async ({
  ctx,
  channel,
}: {
  ctx: Context;
  channel?: string;
}): Promise<void> => {
  const withErrorLog =
    <T>(act: (ctx: Context, row: T) => Promise<void>) =>
    (row: T): Promise<void> =>
      act(ctx, row).catch((error: unknown) => {
        ctx.log.error('a payment was not swept', { error });
      });
  const processDueChannelPayments = async (name: string): Promise<void> => {
    await processRowsConcurrently(await listDuePayments(ctx, name), withErrorLog(queryPayment));
    await processRowsConcurrently(await listDueRefunds(ctx, name), withErrorLog(processRefund));
  };
  const names = channel === undefined ? Object.keys(ctx.channels ?? {}) : [channel];
  await Promise.all(names.map(processDueChannelPayments));
};
