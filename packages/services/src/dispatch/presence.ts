import { printerState } from '../client/present.ts';
import { tellClientChanged } from '../client/tell-pages.ts';
import { chunks } from '../chunks.ts';
import type { Context } from '../context.ts';

/** Nobody hears of the printers of a client that is away. */
const tellPrintersAway = async (
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
  // It may have come back meanwhile, and told.
  if (ctx.presence.online(clientId)) return;
  for (const row of rows) {
    const { state, stateText } = printerState(ctx, row, false);
    const { counter } = row;
    const printer = { id: String(row.id), clientId: String(clientId), counter, state, stateText };
    ctx.bus.emit('print', { memberId, event: { type: 'printer', ...printer, stateReasons: [] } });
  }
};

/** From now on its printers are not known to print; those that did not before go on with that. */
const noteAway = async (ctx: Context, clientId: number): Promise<void> => {
  await ctx.db.kysely
    .updateTable('printer')
    .set({ unready_since: ctx.now() })
    .where('client_id', '=', clientId)
    .where('unready_since', 'is', null)
    .execute();
};

/** Two writes of one client may end in another order than they began: the later state is written again. */
const writePresence = async (ctx: Context, clientId: number): Promise<void> => {
  let isWritten: boolean;
  do {
    isWritten = ctx.presence.online(clientId);
    await ctx.db.kysely
      .updateTable('client')
      .set({ last_seen_at: ctx.now(), node_id: isWritten ? ctx.presence.nodeId : null })
      .where('id', '=', clientId)
      .execute();
  } while (ctx.presence.online(clientId) !== isWritten);
};

/** Marks a client as connected or gone, and tells the member's live pages. */
export const setOnline = async ({
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
  tellClientChanged(ctx, { memberId, clientId });
  await writePresence(ctx, clientId);
  if (online || ctx.presence.online(clientId)) return;
  await noteAway(ctx, clientId);
  await tellPrintersAway(ctx, { clientId, memberId });
};

/**
 * Reads which clients the server process has, or had when it ended: for a command beside the site, and for a server that
 * starts in its place.
 */
export const expectClients = async ({ ctx }: { ctx: Context }): Promise<void> => {
  const rows = await ctx.db.kysely
    .selectFrom('client')
    .select('id')
    .where('node_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute();
  ctx.presence.expect(rows.map(({ id }) => id));
};

/** Virtual printers end with the process that runs them. */
export const forgetVirtualClients = async ({ ctx }: { ctx: Context }): Promise<void> => {
  await ctx.db.kysely
    .updateTable('client')
    .set({ node_id: null })
    .where('is_virtual', '=', 1)
    .where('node_id', 'is not', null)
    .execute();
};

/** Gives up on clients of the process before that have not come back. */
export const giveUpExpected = async ({ ctx }: { ctx: Context }): Promise<void> => {
  for (const ids of chunks(ctx.presence.expected())) {
    const clients = await ctx.db.kysely
      .selectFrom('client')
      .select(['id', 'member_id'])
      .where('id', 'in', ids)
      .execute();
    for (const { id: clientId, member_id: memberId } of clients)
      if (ctx.presence.isExpected(clientId))
        await setOnline({ ctx, clientId, memberId, online: false });
  }
};
