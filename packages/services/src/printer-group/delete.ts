import { lockDetails, lockMember, transaction, type Tx } from '@yunbiao/db';
import { chunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { settleDetails } from '../label-state/details.ts';

/** What waits for a printer that is gone, and now for no other: it would wait for ever. */
const endGone = async ({
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
  for (const part of chunks(rows.map((row) => row.id)))
    for (const row of await lockDetails(tx, part)) if (row.state === 'queued') ids.push(row.id);
  const set = { state: 'cancelled', reason: '打印机已移除，打印机组也删除了，没有发出' } as const;
  if (ids.length > 0) await settleDetails({ ctx, tx, changes: [{ ids, set }] });
};

/** Deletes a group. Labels that were sent to it stay with the printers they are at. @throws 404 */
export const deletePrinterGroup = ({
  ctx,
  memberId,
  id,
}: {
  ctx: Context;
  memberId: number;
  id: number;
}): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const row = await tx
      .selectFrom('printer_group')
      .select('id')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .executeTakeFirst();
    if (!row) throw notFound('没有这个打印机组');
    await endGone({ ctx, tx, groupId: id });
    await tx.deleteFrom('printer_group_place').where('printer_group_id', '=', id).execute();
    await tx.deleteFrom('printer_group').where('id', '=', id).execute();
  });
