import type { Context } from '../context.ts';

/** Tells the member's live pages that something of a client is another: whether it is there, and what only a read says. */
export const tellClientChanged = (
  ctx: Context,
  { memberId, clientId }: { memberId: number; clientId: number },
): void => {
  const online = ctx.presence.online(clientId);
  ctx.bus.emit('print', { memberId, event: { type: 'client', id: String(clientId), online } });
};
