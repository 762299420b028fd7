import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';

/** Removes sessions that have run out. Returns how many. */
export const sweepSessions = ({ ctx }: { ctx: Context }): Promise<number> =>
  transaction(ctx.db, async (tx) => {
    const result = await tx
      .deleteFrom('session')
      .where('expires_at', '<=', ctx.now())
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  });
