import {
  type ClientTable,
  getDialect,
  onCommit,
  type PrinterTable,
  runTransaction,
  type Selectable,
  type Tx,
} from '@yunbiao/db';
import { resolvePrinterState } from '../client/present-client.ts';
import { notifyClientChange } from '../client/notify-pages.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Context } from '../../platform/context.ts';
import { listNodeIds } from './list-node-ids.ts';

type OfflineClient = Pick<
  Selectable<ClientTable>,
  'id' | 'member_id' | 'node_id' | 'enabled' | 'revoked_at'
>;
type OfflinePrinter = Pick<
  Selectable<PrinterTable>,
  'id' | 'client_id' | 'counter' | 'state' | 'state_text' | 'gone' | 'reported_at'
>;

/** Clients per transaction. */
const CHUNK = 200;

/** Reports clients that went offline, and their printers, to the members' open pages. */
const notifyPagesOfOfflineClients = (
  ctx: Context,
  clients: readonly OfflineClient[],
  printers: readonly OfflinePrinter[],
): void => {
  const printersByClient = Map.groupBy(printers, (printer) => printer.client_id);
  for (const client of clients) {
    notifyClientChange(ctx, client);
    const { id: clientId, member_id: memberId, enabled, revoked_at } = client;
    for (const row of printersByClient.get(clientId) ?? []) {
      const { state, stateText } = resolvePrinterState(ctx, { ...row, enabled, revoked_at }, false);
      const { counter } = row;
      const printer = { id: String(row.id), clientId: String(clientId), counter, state, stateText };
      ctx.bus.emit('print', { memberId, event: { type: 'printer', ...printer, stateReasons: [] } });
    }
  }
};

/**
 * Locks clients in the order of their ids, as every transaction that locks several does, so that
 * two of them cannot deadlock.
 */
export const lockClientRows = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (getDialect(tx) !== 'postgres') return;
  await tx
    .selectFrom('client')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
};

/**
 * Takes clients of a server process offline: clears `node_id`, marks their printers as not ready
 * and notifies the pages. A client that has connected again, to any process, stays untouched.
 */
const clearNode = async (
  ctx: Context,
  tx: Tx,
  { nodeId, ids, fence }: { nodeId: string; ids: readonly number[]; fence?: number },
): Promise<void> => {
  const clients = await tx
    .updateTable('client')
    .set({ node_id: null, last_seen_at: ctx.now() })
    .where('id', 'in', ids)
    .where('node_id', '=', nodeId)
    .$if(fence !== undefined, (query) => query.where('fence', '=', fence ?? 0))
    .returning(['id', 'member_id', 'node_id', 'enabled', 'revoked_at'])
    .execute();
  if (clients.length === 0) return;
  const clientIds = clients.map(({ id }) => id);
  await tx
    .updateTable('printer')
    .set({ unready_since: ctx.now() })
    .where('client_id', 'in', clientIds)
    // Earlier times stay unchanged.
    .where('unready_since', 'is', null)
    .execute();
  const printers = await tx
    .selectFrom('printer')
    .select(['id', 'client_id', 'counter', 'state', 'state_text', 'gone', 'reported_at'])
    .where('client_id', 'in', clientIds)
    .where('gone', '=', 0)
    .execute();
  // A newer hello waits for this transaction, so its event comes after these.
  onCommit(tx, () => notifyPagesOfOfflineClients(ctx, clients, printers));
};

/** Notifies the member's open pages of a client whose hello this process has accepted. */
export const notifyClientConnected = (
  ctx: Context,
  { clientId, memberId }: { clientId: number; memberId: number },
): void => {
  const { nodeId } = ctx.presence;
  notifyClientChange(ctx, { id: clientId, member_id: memberId, node_id: nodeId, revoked_at: null });
};

/**
 * Stores the end of a connection of this process. `fence`: from its hello. Does nothing when a
 * newer connection, here or elsewhere, has raised the fence.
 */
export const storeClientDisconnect = ({
  ctx,
  clientId,
  fence,
}: {
  ctx: Context;
  clientId: number;
  fence: number;
}): Promise<void> =>
  runTransaction(ctx.db, (tx) =>
    clearNode(ctx, tx, { nodeId: ctx.presence.nodeId, ids: [clientId], fence }),
  );

/** Stores the end of connections of this process, in chunks, as {@link storeClientDisconnect}. */
export const storeClientDisconnects = async (
  ctx: Context,
  connections: readonly { clientId: number; fence: number }[],
): Promise<void> => {
  const { nodeId } = ctx.presence;
  for (const chunk of splitIntoChunks(connections, CHUNK)) {
    const fences = new Map(chunk.map(({ clientId, fence }) => [clientId, fence]));
    await runTransaction(ctx.db, async (tx) => {
      await lockClientRows(tx, [...fences.keys()]);
      const rows = await tx
        .selectFrom('client')
        .select(['id', 'fence'])
        .where('id', 'in', [...fences.keys()])
        .execute();
      const ids = rows.flatMap(({ id, fence }) => (fences.get(id) === fence ? [id] : []));
      if (ids.length > 0) await clearNode(ctx, tx, { nodeId, ids });
    });
  }
};

/**
 * Clears the node of virtual clients whose server process has ended: they end with it. An earlier
 * process with the data folder of this one has ended, even while it still counts as living. Used at
 * server start.
 */
export const disconnectVirtualClients = async ({ ctx }: { ctx: Context }): Promise<void> => {
  const rows = await ctx.db.kysely
    .selectFrom('client')
    .select(['id', 'node_id', 'virtual_home'])
    .where('is_virtual', '=', 1)
    .where('node_id', 'is not', null)
    .execute();
  const ownFolderId = ctx.nodes?.dataFolderId;
  const ended = rows.filter(({ node_id: nodeId, virtual_home: home }) => {
    const place = nodeId === null ? 'gone' : ctx.presence.locateNode(nodeId);
    if (place === 'elsewhere') return ownFolderId !== undefined && home === ownFolderId;
    return place !== 'here';
  });
  for (const [nodeId, clients] of Map.groupBy(ended, (row) => row.node_id))
    for (const chunk of splitIntoChunks(clients))
      await ctx.db.kysely
        .updateTable('client')
        .set({ node_id: null })
        .where(
          'id',
          'in',
          chunk.map(({ id }) => id),
        )
        .where('node_id', '=', nodeId)
        .execute();
};

/**
 * Locks clients of a server process whose rows, and those of their printers, no other transaction
 * has locked: a transaction that such a process left behind holds its locks for a time.
 */
const lockFreeClients = async (
  tx: Tx,
  { nodeId, after }: { nodeId: string; after: number },
): Promise<number[]> => {
  const supportsRowLocks = getDialect(tx) === 'postgres';
  const rows = await tx
    .selectFrom('client')
    .select('id')
    .where('node_id', '=', nodeId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(CHUNK)
    .$if(supportsRowLocks, (query) => query.forNoKeyUpdate().skipLocked())
    .execute();
  const ids = rows.map(({ id }) => id);
  if (!supportsRowLocks || ids.length === 0) return ids;
  const printers = tx
    .selectFrom('printer')
    .select(['id', 'client_id'])
    .where('client_id', 'in', ids);
  const freePrinters = await printers.orderBy('id').forNoKeyUpdate().skipLocked().execute();
  const freeIds = new Set(freePrinters.map(({ id }) => id));
  const lockedPrinters = (await printers.execute()).filter(({ id }) => !freeIds.has(id));
  const busyIds = new Set(lockedPrinters.map((printer) => printer.client_id));
  return ids.filter((id) => !busyIds.has(id));
};

/**
 * Takes one chunk of a gone process's clients offline. Returns the last id; null: there are no
 * more.
 */
const takeNextClientsOfNodeOffline = (
  ctx: Context,
  nodeId: string,
  after: number,
): Promise<number | null> =>
  runTransaction(ctx.db, async (tx) => {
    const ids = await lockFreeClients(tx, { nodeId, after });
    if (ids.length > 0) await clearNode(ctx, tx, { nodeId, ids });
    return ids.at(-1) ?? null;
  });

/**
 * Takes the clients of server processes that are gone offline. Leaves out those that another
 * transaction has locked; the next call tries them again.
 */
export const markMissingClientsOffline = async ({ ctx }: { ctx: Context }): Promise<void> => {
  for (const nodeId of await listNodeIds(ctx.db.kysely)) {
    if (ctx.presence.locateNode(nodeId) !== 'gone') continue;
    for (let after: number | null = 0; after !== null;)
      after = await takeNextClientsOfNodeOffline(ctx, nodeId, after);
  }
};
