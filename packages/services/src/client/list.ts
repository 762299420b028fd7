import type { CallOutput } from '@yunbiao/contract';
import type { Executor, PrinterTable, Selectable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { presentClient } from './present.ts';

/** Printers of the clients as last reported, without those that are gone. */
export const printersOf = async (
  executor: Executor,
  clientIds: readonly number[],
): Promise<Map<number, Selectable<PrinterTable>[]>> => {
  if (clientIds.length === 0) return new Map();
  const rows = await executor
    .selectFrom('printer')
    .selectAll()
    .where('client_id', 'in', clientIds)
    .where('gone', '=', 0)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (row) => row.client_id);
};

/** The member's paired clients with their printers. */
export const clientList = async ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<CallOutput<'clientList'>> => {
  const clients = await ctx.db.kysely
    .selectFrom('client')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
  const printers = await printersOf(
    ctx.db.kysely,
    clients.map((client) => client.id),
  );
  return {
    list: clients.map((client) =>
      presentClient({ ctx, client, printers: printers.get(client.id) ?? [] }),
    ),
  };
};
