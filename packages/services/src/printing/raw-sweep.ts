import type { Context } from '../context.ts';
import { DAY } from '../time.ts';

/** After its end, for so long, what was printed as it came can be printed again. */
export const RAW_KEPT_DAYS = 7;

/** Forgets the bytes of labels that have come to an end some days ago. Returns how many. */
export const sweepRaw = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('raw_job')
    .set({ content: null })
    .where('content', 'is not', null)
    .where('batch_id', 'in', (eb) =>
      eb
        .selectFrom('batch')
        .select('id')
        .where('finished_at', '<', ctx.now() - RAW_KEPT_DAYS * DAY),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
