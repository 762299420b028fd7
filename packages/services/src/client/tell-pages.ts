import type { Context } from '../context.ts';
import type { Printer } from './present.ts';

/** Tells the member's live pages that something of a client is another: whether it is there, and what only a read says. */
export const tellClientChanged = (
  ctx: Context,
  { memberId, clientId }: { memberId: number; clientId: number },
): void => {
  const online = ctx.presence.online(clientId);
  ctx.bus.emit('print', { memberId, event: { type: 'client', id: String(clientId), online } });
};

/** Tells them how printers are now that their client was paused or goes on. */
export const tellPrinters = (
  ctx: Context,
  { memberId, printers }: { memberId: number; printers: readonly Printer[] },
): void => {
  for (const { id, clientId, state, stateText, stateReasons, counter } of printers) {
    const printer = { id, clientId, state, stateText, stateReasons, counter };
    ctx.bus.emit('print', { memberId, event: { type: 'printer', ...printer } });
  }
};
