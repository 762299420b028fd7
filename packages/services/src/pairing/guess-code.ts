import type { Context } from '../context.ts';
import { limitWindow, openCounter } from '../counter/index.ts';
import { ServiceError, tooMany } from '../errors.ts';
import { MINUTE, SECOND } from '../time.ts';

/** Wrong codes a member may enter in ten minutes. */
const MAX_WRONG = 5;
const WINDOW_MS = 10 * MINUTE;
const NOT_FOUND = 404;

/**
 * Does something with a code that a member typed. It counts as wrong from the beginning, until `work` ends in anything
 * but a 404. Outside transactions: what is counted must not go with one that is rolled back.
 * @throws 429 after five wrong ones in ten minutes
 */
export const guessPairCode = async <T>(
  { ctx, memberId }: { ctx: Context; memberId: number },
  work: () => Promise<T>,
): Promise<T> => {
  const counter = openCounter(ctx);
  const what = { kind: 'pairing', who: `member ${memberId}` };
  const taken = await counter.take([limitWindow(what, { max: MAX_WRONG, windowMs: WINDOW_MS })]);
  if (taken.waitMs > 0) {
    const minutes = Math.ceil(taken.waitMs / MINUTE);
    throw tooMany(
      `配对码输错了 ${MAX_WRONG} 次，请 ${minutes} 分钟后再试`,
      Math.ceil(taken.waitMs / SECOND),
    );
  }
  try {
    const result = await work();
    await counter.giveBack(taken);
    return result;
  } catch (error) {
    const isWrong = error instanceof ServiceError && error.code === NOT_FOUND;
    if (!isWrong) await counter.giveBack(taken);
    throw error;
  }
};
