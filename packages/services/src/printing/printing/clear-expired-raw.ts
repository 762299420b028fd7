import type { Context } from '../../platform/context.ts';
import { DAY } from '../../platform/time.ts';

/** Days for which raw data can be printed again after the label finished. */
export const RAW_RETENTION_DAYS = 7;

/** Deletes the raw data of labels that finished long enough ago. Returns the number of labels. */
export const clearExpiredRawContent = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('raw_job')
    .set({ content: null })
    .where('content', 'is not', null)
    .where('batch_id', 'in', (eb) =>
      eb
        .selectFrom('batch')
        .select('id')
        .where('finished_at', '<', ctx.now() - RAW_RETENTION_DAYS * DAY),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
