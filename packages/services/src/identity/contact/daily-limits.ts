import type { Tx } from '@yunbiao/db';
import { computeSha256 } from '../account/session.ts';
import type { Context } from '../../platform/context.ts';
import { type ServiceError, createTooManyRequestsError } from '../../platform/errors.ts';
import {
  addDays,
  CHINA,
  getCalendarDay,
  SECOND,
  getStartOfDay,
  formatWait,
} from '../../platform/time.ts';

/** A daily limit for codes. */
export type DailyLimit = {
  /** Key of the counter. */
  counterKey: string;
  /** Maximum per day. */
  max: number;
  gapMs?: number;
  /** Message when the limit is reached. */
  message: string;
};

const getToday = (ctx: Context): string => getCalendarDay(ctx.now(), CHINA);

/** Hashed, so that counters store no phone numbers or addresses. */
const hashCounterKey = (day: string, counterName: string): string =>
  computeSha256(`${day} ${counterName}`);

/** Error for a reached limit: either the daily maximum or the minimum gap. */
export const createDailyLimitError = async (
  ctx: Context,
  tx: Tx,
  count: DailyLimit,
): Promise<ServiceError> => {
  const now = ctx.now();
  const day = getToday(ctx);
  const row = await tx
    .selectFrom('code_count')
    .select(['count', 'last_at'])
    .where('count_key', '=', hashCounterKey(day, count.counterKey))
    .executeTakeFirst();
  if (!row || row.count < count.max) {
    const leftMs = (row?.last_at ?? now) + (count.gapMs ?? 0) - now;
    const wait = Math.max(1, Math.ceil(leftMs / SECOND));
    return createTooManyRequestsError(`刚发过一个验证码，请 ${formatWait(wait)}后再要`, wait);
  }
  const midnight = getStartOfDay(addDays(day, 1), CHINA);
  return createTooManyRequestsError(count.message, Math.ceil((midnight - now) / SECOND));
};

/**
 * Increments the counter unless the limit is reached. A concurrent request waits for this
 * transaction.
 */
export const tryConsumeDailyLimit = async (
  ctx: Context,
  tx: Tx,
  { counterKey, max, gapMs }: DailyLimit,
): Promise<boolean> => {
  const now = ctx.now();
  const day = getToday(ctx);
  const row = await tx
    .insertInto('code_count')
    .values({ count_key: hashCounterKey(day, counterKey), day, count: 1, last_at: now })
    .onConflict((conflict) => {
      const increment = conflict
        .column('count_key')
        .doUpdateSet((eb) => ({ count: eb('code_count.count', '+', 1), last_at: now }))
        .where('code_count.count', '<', max);
      return gapMs === undefined
        ? increment
        : increment.where('code_count.last_at', '<=', now - gapMs);
    })
    .returning('count')
    .executeTakeFirst();
  return row !== undefined;
};

/** Counts one use against a limit of the day. @throws 429 when it is reached */
export const consumeDailyLimitOrThrow = async (
  ctx: Context,
  tx: Tx,
  count: DailyLimit,
): Promise<void> => {
  if (!(await tryConsumeDailyLimit(ctx, tx, count)))
    throw await createDailyLimitError(ctx, tx, count);
};

/** True when the day's codes of this counter are used up. */
export const isDailyLimitReached = async (
  ctx: Context,
  tx: Tx,
  { counterKey, max }: DailyLimit,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('code_count')
    .select('count')
    .where('count_key', '=', hashCounterKey(getToday(ctx), counterKey))
    .executeTakeFirst();
  return row !== undefined && row.count >= max;
};

/** Deletes counts of past days. Returns the number of rows. */
export const deletePastDailyCounts = async (ctx: Context): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('code_count')
    .where('day', '<', getToday(ctx))
    .executeTakeFirst();
  return Number(numDeletedRows);
};
