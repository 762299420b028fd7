import { onCommit, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';

/** Ends sessions of a member: one, or all but one. Whoever holds a connection open is told. Returns how many. */
export const endSessions = async ({
  ctx,
  tx,
  memberId,
  only = null,
  but = null,
}: {
  ctx: Context;
  tx: Tx;
  memberId: number;
  only?: number | null;
  but?: number | null;
}): Promise<number> => {
  const ended = await tx
    .deleteFrom('session')
    .where('member_id', '=', memberId)
    .$if(only !== null, (query) => query.where('id', '=', only ?? 0))
    .$if(but !== null, (query) => query.where('id', '!=', but ?? 0))
    .returning('id')
    .execute();
  onCommit(tx, () => {
    for (const { id: sessionId } of ended) ctx.bus.emit('session-ended', { sessionId });
  });
  return ended.length;
};
