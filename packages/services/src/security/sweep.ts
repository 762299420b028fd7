import type { Context } from '../context.ts';
import { DAY } from '../time.ts';

/** Half a year: as long as the law here asks of logs of this kind (网络安全法 21), and no longer. */
export const SECURITY_LOG_MS = 184 * DAY;

/** Removes what the security log has held long enough, addresses with it. Returns how many rows. */
export const sweepSecurityLog = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('security_event')
    .where('at', '<=', ctx.now() - SECURITY_LOG_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
