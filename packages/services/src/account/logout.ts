import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { securityEvent } from '../security/event.ts';
import { endSessions } from './end-sessions.ts';
import type { SignedIn } from './session.ts';

/** Ends the session it was asked in; its token is worthless from here on. */
export const logout = ({
  ctx,
  signedIn: { member, sessionId },
  address,
}: {
  ctx: Context;
  signedIn: SignedIn;
  address: string;
}): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const subject = `member:${member.id}` as const;
    if ((await endSessions({ ctx, tx, memberId: member.id, only: sessionId })) > 0)
      await securityEvent({ ctx, tx, kind: 'logout', subject, address });
  });
