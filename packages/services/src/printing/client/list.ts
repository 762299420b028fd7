import type { CallOutput } from '@yunbiao/contract';
import {
  type ClientTable,
  type Executor,
  createQueryCompiledOnce,
  type PrinterTable,
  type Selectable,
} from '@yunbiao/db';
import type { Context, MemberScope } from '../../platform/context.ts';
import { countUndrawableLabels } from '../capabilities/index.ts';
import {
  selectNewerProgramForClient,
  findNewerProgram,
  listNewestPrograms,
} from '../../commerce/program/newest-programs.ts';
import { type Client, presentClient } from './present-client.ts';

const selectPrinterRows = createQueryCompiledOnce(
  (db, { clientIds }: { clientIds: readonly number[] }) =>
    db
      .selectFrom('printer')
      .selectAll()
      .where('client_id', 'in', clientIds)
      .where('gone', '=', 0)
      .orderBy('id'),
);

/** Loads the printers of clients as last reported, without removed ones. */
export const loadPrintersByClient = async (
  executor: Executor,
  clientIds: readonly number[],
): Promise<Map<number, Selectable<PrinterTable>[]>> => {
  if (clientIds.length === 0) return new Map();
  const rows = await selectPrinterRows(executor, { clientIds });
  return Map.groupBy(rows, (row) => row.client_id);
};

const selectClientRows = createQueryCompiledOnce((db, { memberId }: { memberId: number }) =>
  db
    .selectFrom('client')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('id'),
);

export const presentClientWithPrinters = async ({
  ctx,
  executor,
  client,
}: {
  ctx: Context;
  executor: Executor;
  client: Selectable<ClientTable>;
}): Promise<Client> => {
  const printers = await loadPrintersByClient(executor, [client.id]);
  const newer = await findNewerProgram(executor, client);
  const undrawableCount = await countUndrawableLabels(executor, [client]);
  return presentClient({
    ctx,
    client,
    printers: printers.get(client.id) ?? [],
    newer,
    undrawableLabels: undrawableCount.get(client.id) ?? 0,
  });
};

export const listOwnClients = async ({
  ctx,
  memberId,
}: MemberScope): Promise<CallOutput<'clientList'>> => {
  const clients = await selectClientRows(ctx.db.kysely, { memberId });
  const printers = await loadPrintersByClient(
    ctx.db.kysely,
    clients.map((client) => client.id),
  );
  const programs = clients.some(({ target }) => target !== '')
    ? await listNewestPrograms(ctx.db.kysely)
    : new Map();
  const undrawableCounts = await countUndrawableLabels(ctx.db.kysely, clients);
  return {
    list: clients.map((client) =>
      presentClient({
        ctx,
        client,
        printers: printers.get(client.id) ?? [],
        newer: selectNewerProgramForClient(programs, client),
        undrawableLabels: undrawableCounts.get(client.id) ?? 0,
      }),
    ),
    virtualOffered: ctx.virtual !== undefined,
  };
};
