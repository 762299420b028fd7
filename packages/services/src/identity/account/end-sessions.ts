import { onCommit, type Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';

/**
 * Ends sessions of a member: only `onlyId`, or all except `exceptId`. Emits `session-ended` so that open
 * connections close. Returns the number of ended sessions.
 */
export const endSessions = async ({
  ctx,
  tx,
  memberId,
  onlyId = null,
  exceptId = null,
}: {
  ctx: Context;
  tx: Tx;
  memberId: number;
  onlyId?: number | null;
  exceptId?: number | null;
}): Promise<number> => {
  const ended = await tx
    .deleteFrom('session')
    .where('member_id', '=', memberId)
    .$if(onlyId !== null, (query) => query.where('id', '=', onlyId ?? 0))
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId ?? 0))
    .returning('id')
    .execute();
  onCommit(tx, () => {
    for (const { id: sessionId } of ended) ctx.bus.emit('session-ended', { sessionId });
  });
  return ended.length;
};
