import { lockMember, onCommit, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { sessionInvalid } from '../errors.ts';
import { type Actor, audit } from '../money/audit.ts';

/** What a change by the member goes by: the session, which stays, and the hash the old password was found to match. */
type Own = { sessionId: number; checkedHash: string };

/**
 * Whether both still hold. They were looked at before a wait and two hashings; a password given meanwhile, because the
 * old one is known to somebody else, must not be undone with the old one.
 */
const holds = async (tx: Tx, memberId: number, own: Own): Promise<boolean> => {
  const row = await tx
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .select('session.id')
    .where('session.id', '=', own.sessionId)
    .where('member.id', '=', memberId)
    .where('member.password_hash', '=', own.checkedHash)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Stores a new password, ends the member's sessions but the own one, and writes down who did it.
 * @throws -9999 when the own session has ended or the password was replaced since it was checked
 */
export const replacePassword = async ({
  ctx,
  tx,
  memberId,
  passwordHash,
  own,
  actor,
}: {
  ctx: Context;
  tx: Tx;
  memberId: number;
  passwordHash: string;
  /** Null when the operator gives the password. */
  own: Own | null;
  actor: Actor;
}): Promise<void> => {
  await lockMember(tx, memberId);
  if (own && !(await holds(tx, memberId, own))) throw sessionInvalid();
  await tx
    .updateTable('member')
    .set({ password_hash: passwordHash })
    .where('id', '=', memberId)
    .execute();
  const ended = await tx
    .deleteFrom('session')
    .where('member_id', '=', memberId)
    .$if(own !== null, (query) => query.where('id', '!=', own?.sessionId ?? 0))
    .returning('id')
    .execute();
  const detail = { sessionsEnded: ended.length };
  await audit({ ctx, tx, actor, action: 'password', subject: `member:${memberId}`, detail });
  onCommit(tx, () => {
    for (const { id: sessionId } of ended) ctx.bus.emit('session-ended', { sessionId });
  });
};
