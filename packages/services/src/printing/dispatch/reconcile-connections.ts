import { runTransaction } from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Context } from '../../platform/context.ts';
import { lockClientRows, notifyClientConnected, storeClientDisconnects } from './presence.ts';

/** A connection of this process whose hello was accepted. `fence`: from that hello. */
export type ClientConnection = { clientId: number; memberId: number; fence: number };

/** Connections of this process, read whenever they are needed. */
export type OwnConnections = {
  listAccepted: () => ClientConnection[];
  /** Whether the client has a connection here, with or without a hello. */
  hasOpen: (clientId: number) => boolean;
};

/** Writes the node of connected clients whose row has lost it. */
const storeLostNodeOfClients = async (
  ctx: Context,
  connections: readonly ClientConnection[],
  { hasOpen }: OwnConnections,
): Promise<void> => {
  const byClient = new Map(connections.map((connection) => [connection.clientId, connection]));
  const restored = await runTransaction(ctx.db, async (tx) => {
    const clientIds = [...byClient.keys()];
    await lockClientRows(tx, clientIds);
    const rows = await tx
      .selectFrom('client')
      .select(['id', 'fence'])
      .where('id', 'in', clientIds)
      .where('node_id', 'is', null)
      .where('revoked_at', 'is', null)
      .execute();
    const ids = rows.flatMap(({ id, fence }) =>
      byClient.get(id)?.fence === fence && hasOpen(id) ? [id] : [],
    );
    if (ids.length === 0) return ids;
    await tx
      .updateTable('client')
      .set({ node_id: ctx.presence.nodeId })
      .where('id', 'in', ids)
      .execute();
    return ids;
  });
  for (const id of restored) {
    const connection = byClient.get(id);
    if (connection) notifyClientConnected(ctx, connection);
  }
};

/**
 * Compares the clients' rows with the connections of this process and corrects the rows: the write
 * at the end of a connection may have failed, and another process that took this one for dead may
 * have cleared the row of a connected client.
 */
export const reconcileConnections = async ({
  ctx,
  connections,
}: {
  ctx: Context;
  connections: OwnConnections;
}): Promise<void> => {
  const rows = await ctx.db.kysely
    .selectFrom('client')
    .select(['id', 'fence'])
    .where('node_id', '=', ctx.presence.nodeId)
    .execute();
  const closed = rows.flatMap(({ id: clientId, fence }) =>
    connections.hasOpen(clientId) ? [] : [{ clientId, fence }],
  );
  await storeClientDisconnects(ctx, closed);
  const storedClientIds = new Set(rows.map(({ id }) => id));
  const missing = connections
    .listAccepted()
    .filter(({ clientId }) => !storedClientIds.has(clientId));
  for (const chunk of splitIntoChunks(missing))
    await storeLostNodeOfClients(ctx, chunk, connections);
};
