import type { Executor } from '@yunbiao/db';
import { createTooManyRequestsError } from '../errors.ts';
import { DAY, formatWait } from '../time.ts';

/** Upload limits of a member per 24 hours. */
export const DAILY_COUNT = 200;
export const DAILY_BYTES = 100_000_000;

/** Usages of a library's pictures, which have their own limit: the picture, and the small one. */
export const LIBRARY_USAGES = ['library', 'library-thumb'] as const;

/**
 * Enforces the daily upload limit.
 * @throws 429 with the time at which the oldest upload of the last 24 hours no longer counts
 */
export const requireDailyUploadQuota = async (
  db: Executor,
  { memberId, now, size = 0 }: { memberId: number; now: number; size?: number },
): Promise<void> => {
  const usedQuota = await db
    .selectFrom('upload')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>('size').as('bytes'),
      fn.min('created_at').as('oldest'),
    ])
    .where('member_id', '=', memberId)
    .where('usage', 'not in', LIBRARY_USAGES)
    .where('created_at', '>', now - DAY)
    .executeTakeFirst();
  const [count, bytes] = [Number(usedQuota?.count ?? 0), Number(usedQuota?.bytes ?? 0)];
  if (count < DAILY_COUNT && bytes + size <= DAILY_BYTES) return;
  const wait = Math.max(1, Math.ceil((Number(usedQuota?.oldest ?? now) + DAY - now) / 1_000));
  throw createTooManyRequestsError(`今天传的图片够多了，请 ${formatWait(wait)}后再传`, wait);
};
