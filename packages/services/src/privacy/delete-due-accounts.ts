import type { MemberDeletionTable, Selectable } from '@yunbiao/db';
import { copyContextWithSystemActor } from '../identity/actor.ts';
import type { Context } from '../platform/context.ts';
import { closeAccount } from './close-account.ts';
import { eraseAccountData } from './erase-account.ts';

/** Maximum number of accounts closed per run; the rest waits for the next run. */
const MAX_ACCOUNTS_PER_RUN = 100;

const closeDueAccounts = async (ctx: Context, signal: AbortSignal | undefined): Promise<void> => {
  const dueRows = await ctx.db.kysely
    .selectFrom('member_deletion')
    .select('member_id')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', ctx.now())
    .orderBy('due_at')
    .limit(MAX_ACCOUNTS_PER_RUN)
    .execute();
  for (const { member_id: memberId } of dueRows) {
    if (signal?.aborted) return;
    await closeAccount({ ctx, memberId });
  }
};

type RunningDeletion = Pick<
  Selectable<MemberDeletionTable>,
  'id' | 'member_id' | 'closed_at' | 'piece' | 'after_id'
>;

const findNextStartedDeletion = (
  ctx: Context,
  after: number,
): Promise<RunningDeletion | undefined> =>
  ctx.db.kysely
    .selectFrom('member_deletion')
    .select(['id', 'member_id', 'closed_at', 'piece', 'after_id'])
    .where('state', '=', 'going')
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Returns whether the deletion is complete. An error in one account does not stop the others. */
const continueAccountDeletion = async (
  ctx: Context,
  { member_id: memberId, closed_at: closedAt, piece, after_id: afterId }: RunningDeletion,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  try {
    const under = { memberId, closedAt: closedAt ?? 0, piece, afterId };
    if (!(await eraseAccountData(ctx, under, signal))) return false;
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
 * Deletes accounts whose waiting week is over, continuing where the last run stopped. Returns the
 * number completed.
 */
export const deleteDueAccounts = async ({
  ctx: callContext,
  signal,
}: {
  ctx: Context;
  signal?: AbortSignal;
}): Promise<number> => {
  const ctx = copyContextWithSystemActor(callContext);
  await closeDueAccounts(ctx, signal);
  let closedCount = 0;
  for (let last = 0; !signal?.aborted;) {
    const going = await findNextStartedDeletion(ctx, last);
    if (!going) break;
    last = going.id;
    if (await continueAccountDeletion(ctx, going, signal)) closedCount += 1;
  }
  return closedCount;
};
