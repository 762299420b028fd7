import type { CallOutput } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { toIso } from '../../platform/time.ts';
import {
  parseDiscoveredAddresses,
  parseDiscoveredPrinters,
  type StoredDiscovery,
} from './stored.ts';

type ClientDiscovery = CallOutput<'foundList'>['list'][number];

const presentDiscoveredPrinter = (
  { localId, lastSeenAt, ...one }: StoredDiscovery,
  toldAt: number,
  printerIds: ReadonlyMap<string, number>,
): ClientDiscovery['printers'][number] => {
  const printerId = localId === null ? undefined : printerIds.get(localId);
  return {
    ...one,
    here: lastSeenAt === toldAt,
    lastSeenAt: toIso(lastSeenAt),
    printerId: printerId === undefined ? null : String(printerId),
  };
};

/** Lists printers discovered by the member's clients. Clients without discovery are omitted. */
export const listDiscoveredPrinters = async ({
  ctx,
  memberId,
}: MemberScope): Promise<CallOutput<'foundList'>> => {
  const { kysely } = ctx.db;
  const rows = await kysely
    .selectFrom('client_found')
    .innerJoin('client', 'client.id', 'client_found.client_id')
    .selectAll('client_found')
    .where('client.member_id', '=', memberId)
    .where('client.revoked_at', 'is', null)
    .orderBy('client_found.client_id')
    .execute();
  if (rows.length === 0) return { list: [] };
  const printers = await kysely
    .selectFrom('printer')
    .select(['id', 'client_id', 'local_id'])
    .where(
      'client_id',
      'in',
      rows.map((row) => row.client_id),
    )
    .where('gone', '=', 0)
    .execute();
  const byClient = Map.groupBy(printers, (printer) => printer.client_id);
  return {
    list: rows.map((row) => {
      const ownRows = byClient.get(row.client_id) ?? [];
      const ids = new Map(ownRows.map((printer) => [printer.local_id, printer.id]));
      return {
        clientId: String(row.client_id),
        toldAt: toIso(row.told_at),
        printers: parseDiscoveredPrinters(row.printers).map((discoveredPrinter) =>
          presentDiscoveredPrinter(discoveredPrinter, row.told_at, ids),
        ),
        addresses: parseDiscoveredAddresses(row.addresses),
      };
    }),
  };
};
