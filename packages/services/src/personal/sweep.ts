import type { MemberDeletionTable, Selectable } from '@yunbiao/db';
import { bySystem } from '../actor.ts';
import type { Context } from '../context.ts';
import { closeAccount } from './close.ts';
import { emptyAccount } from './empty.ts';

/** Accounts a sweep closes; the others wait for the next. */
const AT_ONCE = 100;

const closeDue = async (ctx: Context, signal: AbortSignal | undefined): Promise<void> => {
  const due = await ctx.db.kysely
    .selectFrom('member_deletion')
    .select('member_id')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', ctx.now())
    .orderBy('due_at')
    .limit(AT_ONCE)
    .execute();
  for (const { member_id: memberId } of due) {
    if (signal?.aborted) return;
    await closeAccount({ ctx, memberId });
  }
};

type Going = Pick<
  Selectable<MemberDeletionTable>,
  'id' | 'member_id' | 'closed_at' | 'piece' | 'after_id'
>;

const nextGoing = (ctx: Context, after: number): Promise<Going | undefined> =>
  ctx.db.kysely
    .selectFrom('member_deletion')
    .select(['id', 'member_id', 'closed_at', 'piece', 'after_id'])
    .where('state', '=', 'going')
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Whether the account is done with. One that fails does not keep the others. */
const goOn = async (
  ctx: Context,
  { member_id: memberId, closed_at: closedAt, piece, after_id: afterId }: Going,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  try {
    const under = { memberId, closedAt: closedAt ?? 0, piece, afterId };
    if (!(await emptyAccount(ctx, under, signal))) return false;
    await ctx.db.kysely
      .updateTable('member_deletion')
      .set({ state: 'done', done_at: ctx.now() })
      .where('member_id', '=', memberId)
      .execute();
    return true;
  } catch (error) {
    ctx.log.warn('an account could not be emptied', { member: memberId, error });
    return false;
  }
};

/**
 * Deletes the accounts whose week is over, from where the last sweep stopped. Returns how many are done.
 */
export const sweepDeletions = async ({
  ctx: given,
  signal,
}: {
  ctx: Context;
  signal?: AbortSignal;
}): Promise<number> => {
  const ctx = bySystem(given);
  await closeDue(ctx, signal);
  let done = 0;
  for (let last = 0; !signal?.aborted;) {
    const going = await nextGoing(ctx, last);
    if (!going) break;
    last = going.id;
    if (await goOn(ctx, going, signal)) done += 1;
  }
  return done;
};
