import { prepared, transaction } from '@yunbiao/db';
import { bySystem } from '../actor.ts';
import type { Context } from '../context.ts';
import { moveOrder } from './order-state.ts';

/** A sweep takes so many at a time. */
const AT_ONCE = 200;

/** Closes orders whose time to pay is over: one member's before they are read, everybody's in the sweep. */
export const lapseOrders = ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId?: number;
}): Promise<number> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const rows = await tx
      .selectFrom('member_order')
      .selectAll()
      .where('state', '=', 'pending')
      .where('expires_at', '<=', now)
      .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? 0))
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const row of rows)
      await moveOrder({
        ctx: bySystem(ctx),
        tx,
        row,
        to: 'closed',
        set: { closed_at: row.expires_at },
      });
    return rows.length;
  });

const lapsed = prepared((db, { memberId, now }: { memberId: number; now: number }) =>
  db
    .selectFrom('member_order')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .limit(1),
);

/** Closes lapsed orders one member has; without a write when there are none. */
export const lapseOwnOrders = async (ctx: Context, memberId: number): Promise<void> => {
  const [one] = await lapsed(ctx.db.kysely, { memberId, now: ctx.now() });
  if (one) await lapseOrders({ ctx, memberId });
};
