import { onCommit, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { type Actor, audit } from '../money/audit.ts';

/** Stores a new password, ends the member's sessions but the one named, and writes down who did it. */
export const replacePassword = async ({
  ctx,
  tx,
  memberId,
  passwordHash,
  keptSessionId,
  actor,
}: {
  ctx: Context;
  tx: Tx;
  memberId: number;
  passwordHash: string;
  keptSessionId: number | null;
  actor: Actor;
}): Promise<void> => {
  await tx
    .updateTable('member')
    .set({ password_hash: passwordHash })
    .where('id', '=', memberId)
    .execute();
  const ended = await tx
    .deleteFrom('session')
    .where('member_id', '=', memberId)
    .$if(keptSessionId !== null, (query) => query.where('id', '!=', keptSessionId ?? 0))
    .returning('id')
    .execute();
  const detail = { sessionsEnded: ended.length };
  await audit({ ctx, tx, actor, action: 'password', subject: `member:${memberId}`, detail });
  onCommit(tx, () => {
    for (const { id: sessionId } of ended) ctx.bus.emit('session-ended', { sessionId });
  });
};
