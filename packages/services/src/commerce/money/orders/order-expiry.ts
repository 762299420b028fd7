import { createQueryCompiledOnce, runTransaction } from '@yunbiao/db';
import { copyContextWithSystemActor } from '../../../identity/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { transitionOrder } from './order-state.ts';

/** Maximum number of orders per run. */
const MAX_ORDERS_PER_RUN = 200;

/**
 * Closes expired unpaid orders: of one member before they are read, or of all members in scheduled
 * maintenance.
 */
export const expireOrders = ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId?: number;
}): Promise<number> =>
  runTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const rows = await tx
      .selectFrom('member_order')
      .selectAll()
      .where('state', '=', 'pending')
      .where('expires_at', '<=', now)
      .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? 0))
      .orderBy('id')
      .limit(MAX_ORDERS_PER_RUN)
      .execute();
    for (const row of rows)
      await transitionOrder({
        ctx: copyContextWithSystemActor(ctx),
        tx,
        row,
        to: 'closed',
        set: { closed_at: row.expires_at },
      });
    return rows.length;
  });

const selectExpired = createQueryCompiledOnce(
  (db, { memberId, now }: { memberId: number; now: number }) =>
    db
      .selectFrom('member_order')
      .select('id')
      .where('member_id', '=', memberId)
      .where('state', '=', 'pending')
      .where('expires_at', '<=', now)
      .limit(1),
);

/** Closes the member's expired orders. Writes nothing when there are none. */
export const expireOwnOrders = async (ctx: Context, memberId: number): Promise<void> => {
  const [expiredOrder] = await selectExpired(ctx.db.kysely, { memberId, now: ctx.now() });
  if (expiredOrder) await expireOrders({ ctx, memberId });
};
