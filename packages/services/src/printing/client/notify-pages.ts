import type { ClientTable, Selectable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { isClientOnline } from './is-client-online.ts';
import type { Printer } from './present-client.ts';

/**
 * Notifies the member's open pages that a client changed. Carries the online state; pages reload
 * the rest.
 */
export const notifyClientChange = (
  ctx: Context,
  client: Pick<Selectable<ClientTable>, 'id' | 'member_id' | 'node_id' | 'revoked_at'>,
): void => {
  const { id, member_id: memberId, revoked_at } = client;
  const online = revoked_at === null && isClientOnline(ctx, client);
  ctx.bus.emit('print', { memberId, event: { type: 'client', id: String(id), online } });
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
