import { lockMember, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

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
    await tx.deleteFrom('printer_group_place').where('printer_group_id', '=', id).execute();
    await tx.deleteFrom('printer_group').where('id', '=', id).execute();
  });
