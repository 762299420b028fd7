import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Context } from '../../platform/context.ts';
import { isClientOnline } from '../client/is-client-online.ts';
import { startVirtualPrinterHere } from './get-virtual.ts';
import { locateVirtualHome } from './virtual-home.ts';

const selectVirtualClients = (ctx: Context) =>
  ctx.db.kysely
    .selectFrom('client')
    .select(['id', 'member_id', 'node_id', 'virtual_home', 'key_hash'])
    .where('is_virtual', '=', 1)
    .where('revoked_at', 'is', null);

/**
 * Wakes the client when it is virtual and its home is on this server, because labels wait for it.
 * The home of a server that is gone for good comes to this one.
 * @throws 503 when too many are running, or while the server with the home restarts
 */
export const startVirtualPrinterForWork = async ({
  ctx,
  clientId,
}: {
  ctx: Context;
  clientId: number;
}): Promise<void> => {
  if (!ctx.virtual || ctx.presence.isConnectedHere(clientId)) return;
  const client = await selectVirtualClients(ctx).where('id', '=', clientId).executeTakeFirst();
  if (!client) return;
  // The process it is connected to starts it. That one has ended when it left its id behind: a
  // failed close of this process, or an earlier process with this data folder.
  const isOwn =
    client.node_id === ctx.presence.nodeId ||
    (ctx.nodes !== undefined && client.virtual_home === ctx.nodes.dataFolderId);
  if (!isOwn && isClientOnline(ctx, client)) return;
  if ((await locateVirtualHome(ctx, client)).isHere) await startVirtualPrinterHere(ctx, client);
};

/** Virtual clients with labels that are queued or not finished. */
export const listVirtualClientsWithWork = async ({ ctx }: { ctx: Context }): Promise<number[]> => {
  const rows = await selectVirtualClients(ctx)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('detail')
          .select('detail.id')
          .whereRef('detail.client_id', '=', 'client.id')
          .where('detail.state', 'in', ['queued', 'sending']),
      ),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Where the homes of clients are. Those that are no virtual clients any longer are missing: their
 * data can be deleted.
 */
export const locateVirtualClients = async ({
  ctx,
  clientIds,
}: {
  ctx: Context;
  clientIds: readonly number[];
}): Promise<Map<number, 'here' | 'elsewhere'>> => {
  if (clientIds.length === 0) return new Map();
  const ownFolderId = ctx.nodes?.dataFolderId;
  const isHomeInOwnFolder = (home: string | null): boolean =>
    ownFolderId === undefined || home === null || home === ownFolderId;
  const wanted = new Set(clientIds);
  const rows = await selectVirtualClients(ctx).execute();
  return new Map(
    rows
      .filter(({ id }) => wanted.has(id))
      .map(({ id, virtual_home: home }) => [id, isHomeInOwnFolder(home) ? 'here' : 'elsewhere']),
  );
};

/**
 * Records that the homes of these clients are on this server, unless they are on another one. A
 * site with one server does not record it.
 */
export const claimVirtualHomes = async ({
  ctx,
  clientIds,
}: {
  ctx: Context;
  clientIds: readonly number[];
}): Promise<void> => {
  if (!ctx.nodes) return;
  for (const ids of splitIntoChunks(clientIds))
    await ctx.db.kysely
      .updateTable('client')
      .set({ virtual_home: ctx.nodes.dataFolderId })
      .where('id', 'in', ids)
      .where('is_virtual', '=', 1)
      .where('virtual_home', 'is', null)
      .execute();
};
