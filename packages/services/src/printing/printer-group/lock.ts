import type { Tx } from '@yunbiao/db';
import { lockClientRow } from '../client/lock-client.ts';
import { findPrinterGroup } from './get-printer-group.ts';
import type { GroupRow } from './present.ts';

/**
 * Locks the clients of a group's printers and those in `also`, in order of id. A transaction that
 * locks several clients has locked their member first, so two of them cannot deadlock; other
 * transactions lock one client. Null when the group was deleted.
 */
export const lockGroupClients = async (
  tx: Tx,
  { id, memberId }: { id: number; memberId: number },
  also: readonly number[] = [],
): Promise<GroupRow | null> => {
  const group = await findPrinterGroup(tx, { id, memberId });
  if (!group) return null;
  const rows = await tx
    .selectFrom('printer_group_place')
    .innerJoin('print_config', 'print_config.id', 'printer_group_place.print_config_id')
    .select('print_config.client_id')
    .where('printer_group_place.printer_group_id', '=', id)
    .where('print_config.deleted_at', 'is', null)
    .execute();
  const clientIds = new Set([...also, ...rows.map((row) => row.client_id)]);
  for (const clientId of [...clientIds].sort((a, b) => a - b)) await lockClientRow(tx, clientId);
  return group;
};
