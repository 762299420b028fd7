import type { Context } from '../context.ts';
import { wake } from './get-virtual.ts';

const virtualClients = (ctx: Context) =>
  ctx.db.kysely
    .selectFrom('client')
    .select(['id', 'member_id'])
    .where('is_virtual', '=', 1)
    .where('revoked_at', 'is', null);

/** Labels wait for the client: wakes it if it is a virtual one. */
export const wakeForWork = async ({
  ctx,
  clientId,
}: {
  ctx: Context;
  clientId: number;
}): Promise<void> => {
  if (!ctx.virtual || ctx.presence.online(clientId)) return;
  const client = await virtualClients(ctx).where('id', '=', clientId).executeTakeFirst();
  if (client) await wake(ctx, client);
};

/** Virtual clients with labels that wait, or that nobody has told the end of. */
export const virtualWithWork = async ({ ctx }: { ctx: Context }): Promise<number[]> => {
  const rows = await virtualClients(ctx)
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

/** Which of these are virtual clients still: nobody needs what others left behind. */
export const stillVirtual = async ({
  ctx,
  clientIds,
}: {
  ctx: Context;
  clientIds: readonly number[];
}): Promise<Set<number>> => {
  if (clientIds.length === 0) return new Set();
  const rows = await virtualClients(ctx).execute();
  const known = new Set(rows.map(({ id }) => id));
  return new Set(clientIds.filter((id) => known.has(id)));
};
