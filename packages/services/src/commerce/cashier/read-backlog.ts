import type { Context } from '../../platform/context.ts';
import { SECOND } from '../../platform/time.ts';

/** Rows counted per state: more are reported as this many, so that counting stays cheap. */
const MAX_COUNTED_ROWS = 10_000;

/** States in which the channel is still asked. */
const PAYMENT_STATES = ['open', 'closing'] as const;
/** States of refunds that are not finished; `failed` waits for staff. */
const REFUND_STATES = ['due', 'sent', 'retry', 'failed'] as const;

export type PaymentBacklog = {
  /** State → payments whose end is not known. */
  payments: Record<string, number>;
  /** State → refunds that are not done. */
  refunds: Record<string, number>;
  /** How late the query or refund is that should have been made first, seconds; 0 when none is. */
  overdueS: number;
};

const readStateBacklog = (
  ctx: Context,
  table: 'payment' | 'payment_refund',
  state: string,
): Promise<{ count: number; first: number | null }> =>
  ctx.db.kysely
    .selectFrom((eb) =>
      eb
        .selectFrom(table)
        .select('next_at')
        .where('state', '=', state)
        .orderBy('next_at')
        .limit(MAX_COUNTED_ROWS)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select((eb) => eb.fn.min<number | null>('next_at').as('first'))
    .executeTakeFirstOrThrow();

/** Counts the payments and refunds that wait for a payment channel, for the operator's metrics. */
export const readPaymentBacklog = async ({ ctx }: { ctx: Context }): Promise<PaymentBacklog> => {
  const backlog: PaymentBacklog = { payments: {}, refunds: {}, overdueS: 0 };
  const now = ctx.now();
  const addOverdue = (first: number | null): void => {
    if (first !== null) backlog.overdueS = Math.max(backlog.overdueS, (now - first) / SECOND);
  };
  for (const state of PAYMENT_STATES) {
    const { count, first } = await readStateBacklog(ctx, 'payment', state);
    backlog.payments[state] = count;
    addOverdue(first);
  }
  for (const state of REFUND_STATES) {
    const { count, first } = await readStateBacklog(ctx, 'payment_refund', state);
    backlog.refunds[state] = count;
    // A failed refund is asked about once a day and then never again.
    if (state !== 'failed') addOverdue(first);
  }
  return backlog;
};
