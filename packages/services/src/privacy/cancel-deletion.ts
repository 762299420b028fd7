import type { CallOutput } from '@yunbiao/contract';
import { lockMemberRow, runTransaction, type Tx } from '@yunbiao/db';
import { presentUser } from '../identity/account/present-user.ts';
import type { Context, MemberScope } from '../platform/context.ts';
import { recordAudit } from '../identity/audit/audit.ts';
import { createConflictError } from '../platform/errors.ts';
import { getMemberByName, getOwnMember } from '../identity/member/find.ts';
import { recordSecurityEvent } from '../identity/security/event.ts';

/**
 * Returns whether a waiting deletion was cancelled. A deletion that has started cannot be
 * cancelled.
 */
const cancelDeletionIfNotStarted = async (tx: Tx, memberId: number): Promise<boolean> => {
  await lockMemberRow(tx, memberId);
  const { numDeletedRows } = await tx
    .deleteFrom('member_deletion')
    .where('member_id', '=', memberId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await tx.updateTable('member').set({ leaving_at: null }).where('id', '=', memberId).execute();
  return true;
};

/** Cancels the member's deletion request. Idempotent. @throws -9999 when it was too late */
export const cancelDeletion = ({
  ctx,
  memberId,
  address,
}: MemberScope & { address: string }): Promise<CallOutput<'deletionCancel'>> =>
  runTransaction(ctx.db, async (tx) => {
    if (await cancelDeletionIfNotStarted(tx, memberId)) {
      const subject = `member:${memberId}`;
      await recordSecurityEvent({ ctx, tx, kind: 'account.stay', subject, address });
    }
    return presentUser(await getOwnMember(tx, memberId), ctx.now());
  });

/** Cancels a deletion on behalf of an operator. @throws 404; 409 when there is no request */
export const cancelDeletionAsOperator = async ({
  ctx,
  username,
}: {
  ctx: Context;
  username: string;
}): Promise<{ username: string }> => {
  const member = await getMemberByName(ctx.db.kysely, username);
  return runTransaction(ctx.db, async (tx) => {
    if (!(await cancelDeletionIfNotStarted(tx, member.id)))
      throw createConflictError(`会员 ${member.username} 没有申请注销`);
    await recordAudit({ ctx, tx, action: 'account.stay', subject: `member:${member.id}` });
    return { username: member.username };
  });
};

export type PendingDeletion = {
  memberId: number;
  username: string;
  state: string;
  askedAt: number;
  dueAt: number;
  /** The table that is being emptied; empty before the start. */
  piece: string;
};

/** Waiting and running deletions, next one first. */
export const listPendingDeletions = async ({
  ctx,
}: {
  ctx: Context;
}): Promise<PendingDeletion[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('member_deletion')
    .innerJoin('member', 'member.id', 'member_deletion.member_id')
    .select(['member.id', 'member.username', 'state', 'asked_at', 'due_at', 'piece'])
    .where('state', '!=', 'done')
    .orderBy('due_at')
    .orderBy('member.id')
    .limit(1_000)
    .execute();
  return rows.map((row) => ({
    memberId: row.id,
    username: row.username,
    state: row.state,
    askedAt: row.asked_at,
    dueAt: row.due_at,
    piece: row.piece,
  }));
};
