import { printerState } from '../client/present.ts';
import { tellClientChanged } from '../client/tell-pages.ts';
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
  await ctx.db.kysely
    .updateTable('client')
    .set({ last_seen_at: ctx.now() })
    .where('id', '=', clientId)
    .execute();
  if (!online) await noteAway(ctx, clientId);
  if (!online) await tellPrintersAway(ctx, { clientId, memberId });
};
