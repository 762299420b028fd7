import type { Unit } from '@yunbiao/contract/gateway';
import type { Context } from '../context.ts';

/**
 * Leased labels of a client that the member wants cancelled, whose time is over, or that another printer is to print; the
 * agent answers for each.
 */
export const cancelRequests = async ({
  ctx,
  clientId,
}: {
  ctx: Context;
  clientId: number;
}): Promise<Unit[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('detail')
    .select(['id', 'attempt'])
    .where('client_id', '=', clientId)
    .where('state', '=', 'sending')
    .where((eb) =>
      eb.or([
        eb('cancel_requested', '=', 1),
        eb('recall', '=', 1),
        eb('expires_at', '<=', ctx.now()),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ detailId: String(row.id), attempt: row.attempt }));
};
