import { lockMemberRow, type Tx } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { createSessionInvalidError } from '../../../platform/errors.ts';
import { recordAudit } from '../../audit/audit.ts';
import { recordSecurityEvent } from '../../security/event.ts';
import { endSessions } from '../end-sessions.ts';

/**
 * Context of a change by the member: `sessionId` stays open, `checkedHash` is the hash that matched
 * the old password.
 */
type PasswordProof = { sessionId: number; checkedHash: string };

/**
 * True when the session is open and the hash is unchanged. Both were checked before a delay and two
 * hashings. A password set in that time, because the old one leaked, must not be replaced by means
 * of the old one.
 */
const isPasswordProofValid = async (
  tx: Tx,
  memberId: number,
  proof: PasswordProof,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .select('session.id')
    .where('session.id', '=', proof.sessionId)
    .where('member.id', '=', memberId)
    .where('member.password_hash', '=', proof.checkedHash)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Stores a new password, ends the member's other sessions and records a security event.
 * @throws -9999 when the session ended or the password was replaced since it was checked
 */
export const replacePassword = async ({
  ctx,
  tx,
  memberId,
  passwordHash,
  own,
  address = '',
  authorizedBy = 'operator',
}: {
  ctx: Context;
  tx: Tx;
  memberId: number;
  passwordHash: string;
  /** Null when the old password was not checked. */
  own: PasswordProof | null;
  /** Authorization that replaces the old password. */
  authorizedBy?: 'operator' | 'code';
  /** Network address of the request; '' for a command on the server. */
  address?: string;
}): Promise<void> => {
  await lockMemberRow(tx, memberId);
  if (own && !(await isPasswordProofValid(tx, memberId, own))) throw createSessionInvalidError();
  await tx
    .updateTable('member')
    .set({ password_hash: passwordHash })
    .where('id', '=', memberId)
    .execute();
  const ended = await endSessions({ ctx, tx, memberId, exceptId: own?.sessionId ?? null });
  const subject = `member:${memberId}` as const;
  const detail = { sessionsEnded: ended };
  await recordAudit({ ctx, tx, action: 'password', subject, detail });
  const kind = own
    ? own.checkedHash
      ? 'password.change'
      : 'password.set'
    : authorizedBy === 'code'
      ? 'password.forgot'
      : 'password.reset';
  await recordSecurityEvent({ ctx, tx, kind, subject, address, detail });
};
