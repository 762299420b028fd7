import type { Unit } from '@yunbiao/contract/gateway/gateway';
import type { Context } from '../../platform/context.ts';

/**
 * Leased labels to cancel: the member requested it, they expired, or another printer will print
 * them. The agent answers for each.
 */
export const listCancelRequests = async ({
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
