import type { Context } from '../context.ts';
import { DAY } from '../time.ts';

/** An agent that was confirmed in the last minute of its code still has this long to collect its key. */
const KEPT_MS = DAY;

/** Forgets pairings whose code has long run out. Returns how many. */
export const sweepPairings = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('pairing')
    .where('expires_at', '<=', ctx.now() - KEPT_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
