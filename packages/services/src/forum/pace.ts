import type { Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { tooMany } from '../errors.ts';
import { DAY, MINUTE, SECOND, waitWords } from '../time.ts';

/** An account counts as new for its first day. */
const NEW_MS = DAY;

const PACE = {
  new: { post: 3, reply: 10, gapMs: MINUTE },
  known: { post: 20, reply: 100, gapMs: 10 * SECOND },
} as const;

const WORD = { post: '问题', reply: '回复' } as const;

/** When the member wrote: the newest `limit` of the last day, deleted ones too. */
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
 * How fast a member may write: less in the first day. The caller holds the member's lock, so that two at once do not
 * both take the last place.
 * @throws 429 with the seconds until it is allowed again
 */
export const requirePace = async ({
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
  const isNew = now - member.created_at < NEW_MS;
  const pace = isNew ? PACE.new : PACE.known;
  const whose = { memberId: member.id, since: now - DAY };
  const max = pace[what];
  const same = await listPostTimes(tx, what, { ...whose, limit: max });
  const other = await listPostTimes(tx, what === 'post' ? 'reply' : 'post', { ...whose, limit: 1 });
  const refuse = (until: number, say: (wait: string) => string): void => {
    if (until <= now) return;
    const seconds = Math.ceil((until - now) / SECOND);
    throw tooMany(say(waitWords(seconds)), seconds);
  };
  // When there is room for both rules again.
  const gap = Math.max(same[0] ?? 0, other[0] ?? 0) + pace.gapMs;
  if (same.length >= max) {
    const who = isNew ? '新账号每天最多' : '每天最多';
    refuse(
      Math.max((same.at(-1) ?? 0) + DAY, gap),
      (wait) => `${who}发 ${max} 条${WORD[what]}，请 ${wait}后再发`,
    );
  }
  refuse(gap, (wait) => `发得太快了，请 ${wait}后再发`);
};
