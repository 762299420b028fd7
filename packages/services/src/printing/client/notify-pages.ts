import type { Context } from '../../platform/context.ts';
import type { Printer } from './present-client.ts';

/**
 * Notifies the member's open pages that a client changed. Carries the online state; pages reload
 * the rest.
 */
export const notifyClientChange = (
  ctx: Context,
  { memberId, clientId }: { memberId: number; clientId: number },
): void => {
  const online = ctx.presence.isOnline(clientId);
  ctx.bus.emit('print', { memberId, event: { type: 'client', id: String(clientId), online } });
};

/** Notifies the member's open pages of printer states after the client was paused or resumed. */
export const notifyPrinterStates = (
  ctx: Context,
  { memberId, printers }: { memberId: number; printers: readonly Printer[] },
): void => {
  for (const { id, clientId, state, stateText, stateReasons, counter } of printers) {
    const printer = { id, clientId, state, stateText, stateReasons, counter };
    ctx.bus.emit('print', { memberId, event: { type: 'printer', ...printer } });
  }
};
