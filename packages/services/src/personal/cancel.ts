import type { CallOutput } from '@yunbiao/contract';
import { lockMember, transaction, type Tx } from '@yunbiao/db';
import { presentUser } from '../account/present.ts';
import type { Context } from '../context.ts';
import { audit } from '../audit/audit.ts';
import { conflict } from '../errors.ts';
import { getMemberByName, getOwnMember } from '../member/find.ts';
import { securityEvent } from '../security/event.ts';

/** Whether there was one to call off. What has begun is not called off. */
const callOff = async (tx: Tx, memberId: number): Promise<boolean> => {
  await lockMember(tx, memberId);
  const { numDeletedRows } = await tx
    .deleteFrom('member_deletion')
    .where('member_id', '=', memberId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await tx.updateTable('member').set({ leaving_at: null }).where('id', '=', memberId).execute();
  return true;
};

/** The member stays; calling it off twice is calling it off once. @throws -9999 when it was too late */
export const cancelDeletion = ({
  ctx,
  memberId,
  address,
}: {
  ctx: Context;
  memberId: number;
  address: string;
}): Promise<CallOutput<'deletionCancel'>> =>
  transaction(ctx.db, async (tx) => {
    if (await callOff(tx, memberId)) {
      const subject = `member:${memberId}`;
      await securityEvent({ ctx, tx, kind: 'account.stay', subject, address });
    }
    return presentUser(await getOwnMember(tx, memberId), ctx.now());
  });

/** An operator calls it off. @throws 404, 409 when none is asked for */
export const withdrawDeletion = async ({
  ctx,
  username,
}: {
  ctx: Context;
  username: string;
}): Promise<{ username: string }> => {
  const member = await getMemberByName(ctx.db.kysely, username);
  return transaction(ctx.db, async (tx) => {
    if (!(await callOff(tx, member.id))) throw conflict(`会员 ${member.username} 没有申请注销`);
    await audit({ ctx, tx, action: 'account.stay', subject: `member:${member.id}` });
    return { username: member.username };
  });
};

export type PendingDeletion = {
  memberId: number;
  username: string;
  state: string;
  askedAt: number;
  dueAt: number;
  /** The table that is being emptied; '' before. */
  piece: string;
};

/** Deletions that wait or are under way, the next one first. */
export const pendingDeletions = async ({ ctx }: { ctx: Context }): Promise<PendingDeletion[]> => {
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
