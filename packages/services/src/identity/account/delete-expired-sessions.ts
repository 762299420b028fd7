import type { Context } from '../../platform/context.ts';
import { deleteExpiredDevices } from './device.ts';

/** Deletes expired sessions and expired remembered browsers. Returns the number of sessions. */
export const deleteExpiredSessions = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('session')
    .where('expires_at', '<=', ctx.now())
    .executeTakeFirst();
  await deleteExpiredDevices({ ctx });
  return Number(numDeletedRows);
};
