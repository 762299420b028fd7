import { runTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { recordSecurityEvent } from '../security/event.ts';
import { endSessions } from './end-sessions.ts';
import type { SignedIn } from './session.ts';

/** Ends the current session and invalidates its token. */
export const logout = ({
  ctx,
  signedIn: { member, sessionId },
  address,
}: {
  ctx: Context;
  signedIn: SignedIn;
  address: string;
}): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    const subject = `member:${member.id}` as const;
    if ((await endSessions({ ctx, tx, memberId: member.id, onlyId: sessionId })) > 0)
      await recordSecurityEvent({ ctx, tx, kind: 'logout', subject, address });
  });
