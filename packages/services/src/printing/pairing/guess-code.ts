import type { MemberScope } from '../../platform/context.ts';
import { createWindowRule, createRateLimitCounter } from '../../platform/counter/index.ts';
import { ServiceError, createTooManyRequestsError } from '../../platform/errors.ts';
import { MINUTE, SECOND } from '../../platform/time.ts';

/** Maximum number of wrong codes per member in ten minutes. */
const MAX_WRONG = 5;
const WINDOW_MS = 10 * MINUTE;
const NOT_FOUND = 404;

/**
 * Runs `work` with a code that a member entered. The attempt counts as wrong until `work` ends with
 * anything but a 404. Runs outside transactions: a rollback must not undo the count.
 * @throws 429 after five wrong codes in ten minutes
 */
export const limitPairCodeGuesses = async <T>(
  { ctx, memberId }: MemberScope,
  work: () => Promise<T>,
): Promise<T> => {
  const counter = createRateLimitCounter(ctx);
  const countedSubject = { kind: 'pairing', subject: `member ${memberId}` };
  const takenAttempt = await counter.consume([
    createWindowRule(countedSubject, { max: MAX_WRONG, windowMs: WINDOW_MS }),
  ]);
  if (takenAttempt.waitMs > 0) {
    const minutes = Math.ceil(takenAttempt.waitMs / MINUTE);
    throw createTooManyRequestsError(
      `配对码输错了 ${MAX_WRONG} 次，请 ${minutes} 分钟后重试`,
      Math.ceil(takenAttempt.waitMs / SECOND),
    );
  }
  try {
    const result = await work();
    await counter.restore(takenAttempt);
    return result;
  } catch (error) {
    const isWrong = error instanceof ServiceError && error.code === NOT_FOUND;
    if (!isWrong) await counter.restore(takenAttempt);
    throw error;
  }
};
