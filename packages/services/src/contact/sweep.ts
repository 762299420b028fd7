import type { Context } from '../context.ts';
import { sweepCodes } from './codes.ts';
import { sweepCounts } from './count-day.ts';

/** Removes codes that are over and counts of days that are. Returns how many rows. */
export const sweepContacts = async ({ ctx }: { ctx: Context }): Promise<number> =>
  (await sweepCodes(ctx)) + (await sweepCounts(ctx));
