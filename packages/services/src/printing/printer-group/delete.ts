import { lockDetailRows, type Tx, runMemberTransaction } from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import { applyDetailChanges } from '../label-state/details.ts';
import { getPrinterGroup } from './get-printer-group.ts';

/** Cancels labels that wait for a removed printer: without the group they would wait forever. */
const cancelGroupLabelsOfGonePrinters = async ({
  ctx,
  tx,
  groupId,
}: {
  ctx: Context;
  tx: Tx;
  groupId: number;
}): Promise<void> => {
  const rows = await tx
    .selectFrom('detail')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .innerJoin('printer', 'printer.id', 'detail.printer_id')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .select('detail.id')
    .where('batch.printer_group_id', '=', groupId)
    .where('batch.finished_at', 'is', null)
    .where('detail.state', '=', 'queued')
    .where((eb) => eb.or([eb('printer.gone', '=', 1), eb('client.revoked_at', 'is not', null)]))
    .orderBy('detail.id')
    .execute();
  const ids: number[] = [];
  for (const part of splitIntoChunks(rows.map((row) => row.id)))
    for (const row of await lockDetailRows(tx, part)) if (row.state === 'queued') ids.push(row.id);
  const set = { state: 'cancelled', reason: '打印机已移除，打印机组也删除了，没有发出' } as const;
  if (ids.length > 0) await applyDetailChanges({ ctx, tx, changes: [{ ids, set }] });
};

/** Deletes a group. Its labels stay with their current printers. @throws 404 */
export const deletePrinterGroup = ({
  ctx,
  memberId,
  id,
}: MemberScope & { id: number }): Promise<void> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    await getPrinterGroup(tx, { id, memberId });
    await cancelGroupLabelsOfGonePrinters({ ctx, tx, groupId: id });
    await tx.deleteFrom('printer_group_place').where('printer_group_id', '=', id).execute();
    await tx.deleteFrom('printer_group').where('id', '=', id).execute();
  });
