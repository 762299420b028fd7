import type { Context } from '../../platform/context.ts';
import { DAY } from '../../platform/time.ts';

/**
 * Retention after expiry: an agent confirmed in the last minute of its code can still collect its
 * key.
 */
const RETENTION_MS = DAY;

/** Deletes pairings that expired long ago. Returns the number deleted. */
export const deleteExpiredPairings = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('pairing')
    .where('expires_at', '<=', ctx.now() - RETENTION_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
