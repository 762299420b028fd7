import { sql } from '@yunbiao/db';
import type { Context } from '../context.ts';

/** Maximum number of rows, about 20 MB. */
export const MAX_COUNTER_ROWS = 100_000;
/** Rows with at least this count are evicted after rows with lower counts. */
const EVICTION_TIERS = [5, 20] as const;

/**
 * Deletes rows over the limit: lowest counts first, then the least recently updated. Made-up names
 * therefore evict each other and not counts that matter.
 */
export const evictExcessCounters = async ({
  ctx,
  max = MAX_COUNTER_ROWS,
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
  const [slow, rest] = EVICTION_TIERS;
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

/** Deletes expired rows and rows over the limit. Returns the number of rows. */
export const deleteExpiredCounters = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('counter')
    .where('expires_at', '<=', ctx.now())
    .executeTakeFirst();
  return Number(numDeletedRows) + (await evictExcessCounters({ ctx }));
};
