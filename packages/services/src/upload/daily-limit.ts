import type { Executor } from '@yunbiao/db';
import { tooMany } from '../errors.ts';
import { DAY, waitWords } from '../time.ts';

/** What a member may store in any 24 hours. */
export const DAILY_COUNT = 200;
export const DAILY_BYTES = 100_000_000;

/**
 * Refuses when the member has stored enough for now.
 * @throws 429 that says when the oldest picture of the last 24 hours no longer counts
 */
export const refuseOverDaily = async (
  db: Executor,
  { memberId, now, size = 0 }: { memberId: number; now: number; size?: number },
): Promise<void> => {
  const used = await db
    .selectFrom('upload')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>('size').as('bytes'),
      fn.min('created_at').as('oldest'),
    ])
    .where('member_id', '=', memberId)
    .where('created_at', '>', now - DAY)
    .executeTakeFirst();
  const [count, bytes] = [Number(used?.count ?? 0), Number(used?.bytes ?? 0)];
  if (count < DAILY_COUNT && bytes + size <= DAILY_BYTES) return;
  const wait = Math.max(1, Math.ceil((Number(used?.oldest ?? now) + DAY - now) / 1_000));
  throw tooMany(`今天传的图片够多了，请 ${waitWords(wait)}后再传`, wait);
};
