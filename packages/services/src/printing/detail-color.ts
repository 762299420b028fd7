import type { CallOutput } from '@yunbiao/contract';
import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { lockDetailOfMember } from './get-batch.ts';

/** Moves the colour mark on: none, then each value of the dictionary `detail_color`, then none again. @throws 404 */
export const changeDetailColor = ({
  ctx,
  memberId,
  id,
}: {
  ctx: Context;
  memberId: number;
  id: number;
}): Promise<CallOutput<'changeDetailsColor'>> =>
  transaction(ctx.db, async (tx) => {
    const detail = await lockDetailOfMember(tx, { id, memberId });
    const rows = await tx
      .selectFrom('dict')
      .select('dict_value')
      .where('software_id', 'is', null)
      .where('dict_type', '=', 'detail_color')
      .where('enabled', '=', 1)
      .orderBy('sort')
      .orderBy('id')
      .execute();
    const cycle = ['', ...rows.map((row) => row.dict_value)];
    // A colour taken out of the dictionary is not found: the mark goes back to none.
    const color = cycle[(cycle.indexOf(detail.color) + 1) % cycle.length] ?? '';
    await tx.updateTable('detail').set({ color }).where('id', '=', id).execute();
    return { id: String(id), color };
  });
