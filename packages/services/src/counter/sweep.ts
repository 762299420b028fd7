import { sql } from '@yunbiao/db';
import type { Context } from '../context.ts';

/** Rows at most: some 20 MB. */
export const MAX_ROWS = 100_000;
/** Counts from which a row is harder to push out than all below. */
const TIERS = [5, 20] as const;

/**
 * Removes rows beyond the limit. Those with the fewest go first, the longest untouched of them before the others: names
 * made up to push out a count that hurts push out one another.
 */
export const trimCounters = async ({
  ctx,
  max = MAX_ROWS,
}: {
  ctx: Context;
  max?: number;
}): Promise<number> => {
  const { count } = await ctx.db.kysely
    .selectFrom('counter')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const excess = Number(count) - max;
  if (excess <= 0) return 0;
  const [slow, rest] = TIERS;
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('counter')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('counter')
        .select('id')
        .orderBy(sql`case when count >= ${rest} then 2 when count >= ${slow} then 1 else 0 end`)
        .orderBy('last_at')
        .orderBy('id')
        .limit(excess),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Removes what is forgotten, and what is too much. Returns how many rows. */
export const sweepCounters = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('counter')
    .where('expires_at', '<=', ctx.now())
    .executeTakeFirst();
  return Number(numDeletedRows) + (await trimCounters({ ctx }));
};
