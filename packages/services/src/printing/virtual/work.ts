import type { Context } from '../../platform/context.ts';
import { isClientOnline } from '../client/is-client-online.ts';
import { startVirtualPrinter } from './get-virtual.ts';

const selectVirtualClients = (ctx: Context) =>
  ctx.db.kysely
    .selectFrom('client')
    .select(['id', 'member_id', 'node_id'])
    .where('is_virtual', '=', 1)
    .where('revoked_at', 'is', null);

/** Wakes the client when it is virtual, because labels wait for it. */
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
  const isHere = client.node_id === ctx.presence.nodeId;
  // The process it is connected to starts it; a failed close leaves this process's id behind.
  if (isHere || !isClientOnline(ctx, client)) await startVirtualPrinter(ctx, client);
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

/** Filters clients that are still virtual clients; data of others can be deleted. */
export const filterVirtualClientIds = async ({
  ctx,
  clientIds,
}: {
  ctx: Context;
  clientIds: readonly number[];
}): Promise<Set<number>> => {
  if (clientIds.length === 0) return new Set();
  const rows = await selectVirtualClients(ctx).execute();
  const virtualIds = new Set(rows.map(({ id }) => id));
  return new Set(clientIds.filter((id) => virtualIds.has(id)));
};
