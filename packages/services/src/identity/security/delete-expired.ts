import type { Context } from '../../platform/context.ts';
import { DAY } from '../../platform/time.ts';

/** Retention: half a year, the minimum that the law requires for such logs (网络安全法 21). */
export const SECURITY_LOG_MS = 184 * DAY;

/** Deletes expired security events with their addresses. Returns the number of rows. */
export const deleteExpiredSecurityEvents = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('security_event')
    .where('at', '<=', ctx.now() - SECURITY_LOG_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
