import { resolvePrinterState } from '../client/present-client.ts';
import { notifyClientChange } from '../client/notify-pages.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Context } from '../../platform/context.ts';

/** Reports the printers of a disconnected client as offline to open pages. */
const notifyPrintersOffline = async (
  ctx: Context,
  { clientId, memberId }: { clientId: number; memberId: number },
): Promise<void> => {
  const rows = await ctx.db.kysely
    .selectFrom('printer')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .select(['printer.id', 'printer.counter', 'printer.state', 'printer.state_text'])
    .select(['printer.gone', 'printer.reported_at', 'client.enabled', 'client.revoked_at'])
    .where('printer.client_id', '=', clientId)
    .where('printer.gone', '=', 0)
    .execute();
  // The client may have reconnected and reported already.
  if (ctx.presence.isOnline(clientId)) return;
  for (const row of rows) {
    const { state, stateText } = resolvePrinterState(ctx, row, false);
    const { counter } = row;
    const printer = { id: String(row.id), clientId: String(clientId), counter, state, stateText };
    ctx.bus.emit('print', { memberId, event: { type: 'printer', ...printer, stateReasons: [] } });
  }
};

/** Marks the printers of the client as not ready. Earlier times stay unchanged. */
const markPrintersUnready = async (ctx: Context, clientId: number): Promise<void> => {
  await ctx.db.kysely
    .updateTable('printer')
    .set({ unready_since: ctx.now() })
    .where('client_id', '=', clientId)
    .where('unready_since', 'is', null)
    .execute();
};

/** Concurrent writes may finish out of order: repeats until the written state is current. */
const writePresence = async (ctx: Context, clientId: number): Promise<void> => {
  let isWritten: boolean;
  do {
    isWritten = ctx.presence.isOnline(clientId);
    await ctx.db.kysely
      .updateTable('client')
      .set({ last_seen_at: ctx.now(), node_id: isWritten ? ctx.presence.nodeId : null })
      .where('id', '=', clientId)
      .execute();
  } while (ctx.presence.isOnline(clientId) !== isWritten);
};

/** Stores whether a client is connected and notifies the member's open pages. */
export const setClientOnline = async ({
  ctx,
  clientId,
  memberId,
  online,
}: {
  ctx: Context;
  clientId: number;
  memberId: number;
  online: boolean;
}): Promise<void> => {
  ctx.presence.set(clientId, online);
  notifyClientChange(ctx, { memberId, clientId });
  await writePresence(ctx, clientId);
  if (online || ctx.presence.isOnline(clientId)) return;
  await markPrintersUnready(ctx, clientId);
  await notifyPrintersOffline(ctx, { clientId, memberId });
};

/**
 * Loads the clients connected to the server process, or to the previous one. Used by commands and
 * at server start.
 */
export const markExpectedClients = async ({ ctx }: { ctx: Context }): Promise<void> => {
  const rows = await ctx.db.kysely
    .selectFrom('client')
    .select('id')
    .where('node_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute();
  ctx.presence.expect(rows.map(({ id }) => id));
};

/** Disconnects virtual clients: they end with their server process. */
export const disconnectVirtualClients = async ({ ctx }: { ctx: Context }): Promise<void> => {
  await ctx.db.kysely
    .updateTable('client')
    .set({ node_id: null })
    .where('is_virtual', '=', 1)
    .where('node_id', 'is not', null)
    .execute();
};

/** Marks clients of the previous process that have not reconnected as offline. */
export const markMissingClientsOffline = async ({ ctx }: { ctx: Context }): Promise<void> => {
  for (const ids of splitIntoChunks(ctx.presence.listExpected())) {
    const clients = await ctx.db.kysely
      .selectFrom('client')
      .select(['id', 'member_id'])
      .where('id', 'in', ids)
      .execute();
    for (const { id: clientId, member_id: memberId } of clients)
      if (ctx.presence.isExpected(clientId))
        await setClientOnline({ ctx, clientId, memberId, online: false });
  }
};
