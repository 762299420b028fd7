import type { Executor } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createTooManyRequestsError } from '../../platform/errors.ts';
import { DAY, MINUTE, SECOND, formatWait } from '../../platform/time.ts';

/** An account is new during its first day. */
const NEW_ACCOUNT_MS = DAY;

const RATE_LIMITS = {
  new: { post: 3, reply: 10, gapMs: MINUTE },
  known: { post: 20, reply: 100, gapMs: 10 * SECOND },
} as const;

const WORD = { post: '问题', reply: '回复' } as const;

/** Times of the member's newest `limit` entries of the last day, including deleted ones. */
const listPostTimes = async (
  executor: Executor,
  table: 'post' | 'reply',
  { memberId, since, limit }: { memberId: number; since: number; limit: number },
): Promise<number[]> => {
  const rows = await executor
    .selectFrom(table)
    .select('created_at')
    .where('member_id', '=', memberId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
};

/**
 * Enforces the posting rate limit, which is stricter on the first day. The caller holds the member
 * lock, so that concurrent posts cannot exceed the limit.
 * @throws 429 with the seconds until it is allowed again
 */
export const enforcePostingRate = async ({
  ctx,
  tx,
  member,
  what,
}: {
  ctx: Context;
  tx: Executor;
  member: { id: number; created_at: number };
  what: 'post' | 'reply';
}): Promise<void> => {
  const now = ctx.now();
  const isNew = now - member.created_at < NEW_ACCOUNT_MS;
  const pace = isNew ? RATE_LIMITS.new : RATE_LIMITS.known;
  const range = { memberId: member.id, since: now - DAY };
  const max = pace[what];
  const postTimes = await listPostTimes(tx, what, { ...range, limit: max });
  const otherTimes = await listPostTimes(tx, what === 'post' ? 'reply' : 'post', {
    ...range,
    limit: 1,
  });
  const throwIfWaitNeeded = (until: number, describeWait: (wait: string) => string): void => {
    if (until <= now) return;
    const seconds = Math.ceil((until - now) / SECOND);
    throw createTooManyRequestsError(describeWait(formatWait(seconds)), seconds);
  };
  // Time at which both rules allow another entry.
  const gap = Math.max(postTimes[0] ?? 0, otherTimes[0] ?? 0) + pace.gapMs;
  if (postTimes.length >= max) {
    const limitText = isNew ? '新账号每天最多' : '每天最多';
    throwIfWaitNeeded(
      Math.max((postTimes.at(-1) ?? 0) + DAY, gap),
      (wait) => `${limitText}发 ${max} 条${WORD[what]}，请 ${wait}后再发`,
    );
  }
  throwIfWaitNeeded(gap, (wait) => `发得太快了，请 ${wait}后再发`);
};
