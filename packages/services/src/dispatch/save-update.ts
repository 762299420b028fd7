import type { AgentMessage } from '@yunbiao/contract/gateway';
import { tellClientChanged } from '../client/tell-pages.ts';
import type { Context } from '../context.ts';

type Message = Extract<AgentMessage, { type: 'update' }>;

/** What a client says of its becoming another version. */
export const saveUpdate = async ({
  ctx,
  clientId,
  memberId,
  message,
}: {
  ctx: Context;
  clientId: number;
  memberId: number;
  message: Message;
}): Promise<void> => {
  const { version, state, note } = message;
  const isOver = state === 'failed';
  await ctx.db.kysely
    .updateTable('client')
    // One that failed is not told again by itself: its member decides.
    .set({ update_to: isOver ? '' : version, update_state: state, update_note: note })
    .where('id', '=', clientId)
    .execute();
  // Asked again it is told again, also within a second.
  if (isOver) ctx.bus.emit('client-work', { clientId });
  tellClientChanged(ctx, { memberId, clientId });
};
