import type { Unit } from '@yunbiao/contract/gateway';
import type { Context } from '../context.ts';

const MOST = 500;

/** Leased labels of a client that the member wants cancelled; the agent answers for each. */
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
    .where('cancel_requested', '=', 1)
    .orderBy('id')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({ detailId: String(row.id), attempt: row.attempt }));
};
