import type { Context } from '../context.ts';
import { sweepDevices } from './device.ts';

/** Removes sessions that have run out, and browsers not signed in with for long. Returns how many sessions. */
export const sweepSessions = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('session')
    .where('expires_at', '<=', ctx.now())
    .executeTakeFirst();
  await sweepDevices({ ctx });
  return Number(numDeletedRows);
};
