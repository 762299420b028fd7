import { onCommit, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';

/** Ends a session; its token is worthless from here on. */
export const logout = ({ ctx, sessionId }: { ctx: Context; sessionId: number }): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await tx.deleteFrom('session').where('id', '=', sessionId).execute();
    onCommit(tx, () => ctx.bus.emit('session-ended', { sessionId }));
  });
