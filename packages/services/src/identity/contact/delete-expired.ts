import type { Context } from '../../platform/context.ts';
import { deleteExpiredCodes } from './codes.ts';
import { deletePastDailyCounts } from './daily-limits.ts';

/** Deletes expired codes and counts of past days. Returns the number of rows. */
export const deleteExpiredContactRows = async ({ ctx }: { ctx: Context }): Promise<number> =>
  (await deleteExpiredCodes(ctx)) + (await deletePastDailyCounts(ctx));
