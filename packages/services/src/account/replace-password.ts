import { lockMember, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { sessionInvalid } from '../errors.ts';
import { audit } from '../audit/audit.ts';
import { securityEvent } from '../security/event.ts';
import { endSessions } from './end-sessions.ts';

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
  address = '',
  by = 'operator',
}: {
  ctx: Context;
  tx: Tx;
  memberId: number;
  passwordHash: string;
  /** Null when it is replaced without the old one. */
  own: Own | null;
  /** Whose word stands in for the old one. */
  by?: 'operator' | 'code';
  /** Where it was asked for; '' at the machine itself. */
  address?: string;
}): Promise<void> => {
  await lockMember(tx, memberId);
  if (own && !(await holds(tx, memberId, own))) throw sessionInvalid();
  await tx
    .updateTable('member')
    .set({ password_hash: passwordHash })
    .where('id', '=', memberId)
    .execute();
  const ended = await endSessions({ ctx, tx, memberId, but: own?.sessionId ?? null });
  const subject = `member:${memberId}` as const;
  const detail = { sessionsEnded: ended };
  await audit({ ctx, tx, action: 'password', subject, detail });
  const kind = own
    ? own.checkedHash
      ? 'password.change'
      : 'password.set'
    : by === 'code'
      ? 'password.forgot'
      : 'password.reset';
  await securityEvent({ ctx, tx, kind, subject, address, detail });
};
