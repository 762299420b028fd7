import type { Tx } from '@yunbiao/db';
import { lockClient } from '../client/lock-client.ts';
import type { GroupRow } from './present.ts';

/**
 * The group with the clients of its printers, and `also`, locked, by id. Whoever locks several clients has locked their
 * member first, so that two of them never wait for each other; everybody else locks one. Null for a group that is gone.
 */
export const lockGroup = async (
  tx: Tx,
  { id, memberId }: { id: number; memberId: number },
  also: readonly number[] = [],
): Promise<GroupRow | null> => {
  const group = await tx
    .selectFrom('printer_group')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!group) return null;
  const rows = await tx
    .selectFrom('printer_group_place')
    .innerJoin('print_config', 'print_config.id', 'printer_group_place.print_config_id')
    .select('print_config.client_id')
    .where('printer_group_place.printer_group_id', '=', id)
    .where('print_config.deleted_at', 'is', null)
    .execute();
  const clientIds = new Set([...also, ...rows.map((row) => row.client_id)]);
  for (const clientId of [...clientIds].sort((a, b) => a - b)) await lockClient(tx, clientId);
  return group;
};
