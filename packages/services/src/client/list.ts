import type { CallOutput } from '@yunbiao/contract';
import {
  type ClientTable,
  type Executor,
  prepared,
  type PrinterTable,
  type Selectable,
} from '@yunbiao/db';
import type { Context } from '../context.ts';
import { countUndrawn } from '../drawing/index.ts';
import { newerFor, newerProgram, newestPrograms } from '../program/newest.ts';
import { type Client, presentClient } from './present.ts';

const printerRows = prepared((db, { clientIds }: { clientIds: readonly number[] }) =>
  db
    .selectFrom('printer')
    .selectAll()
    .where('client_id', 'in', clientIds)
    .where('gone', '=', 0)
    .orderBy('id'),
);

/** Printers of the clients as last reported, without those that are gone. */
export const listPrinters = async (
  executor: Executor,
  clientIds: readonly number[],
): Promise<Map<number, Selectable<PrinterTable>[]>> => {
  if (clientIds.length === 0) return new Map();
  const rows = await printerRows(executor, { clientIds });
  return Map.groupBy(rows, (row) => row.client_id);
};

const clientRows = prepared((db, { memberId }: { memberId: number }) =>
  db
    .selectFrom('client')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('id'),
);

/** One client as the list shows it. */
export const shownClient = async ({
  ctx,
  executor,
  client,
}: {
  ctx: Context;
  executor: Executor;
  client: Selectable<ClientTable>;
}): Promise<Client> => {
  const printers = await listPrinters(executor, [client.id]);
  const newer = await newerProgram(executor, client);
  const undrawn = await countUndrawn(executor, [client]);
  return presentClient({
    ctx,
    client,
    printers: printers.get(client.id) ?? [],
    newer,
    undrawn: undrawn.get(client.id) ?? 0,
  });
};

/** The member's paired clients with their printers. */
export const clientList = async ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<CallOutput<'clientList'>> => {
  const clients = await clientRows(ctx.db.kysely, { memberId });
  const printers = await listPrinters(
    ctx.db.kysely,
    clients.map((client) => client.id),
  );
  const programs = clients.some(({ target }) => target !== '')
    ? await newestPrograms(ctx.db.kysely)
    : new Map();
  const undrawn = await countUndrawn(ctx.db.kysely, clients);
  return {
    list: clients.map((client) =>
      presentClient({
        ctx,
        client,
        printers: printers.get(client.id) ?? [],
        newer: newerFor(programs, client),
        undrawn: undrawn.get(client.id) ?? 0,
      }),
    ),
    virtualOffered: ctx.virtual !== undefined,
  };
};
