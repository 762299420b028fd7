import type { CallOutput } from '@yunbiao/contract';
import { transaction } from '@yunbiao/db';
import { readDictInForce } from '../content/dict-in-force.ts';
import type { Context } from '../context.ts';
import { lockDetailOfMember } from './get-batch.ts';

/**
 * Moves the colour mark on: none, then each value of the dictionary `detail_color` of the label's software, then none
 * again. @throws 404
 */
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
    const { software_id: softwareId } = await tx
      .selectFrom('batch')
      .select('software_id')
      .where('id', '=', detail.batch_id)
      .executeTakeFirstOrThrow();
    const colors = await readDictInForce(tx, { softwareId, dictType: 'detail_color' });
    const cycle = ['', ...colors.map(({ value }) => value)];
    // A colour taken out of the dictionary is not found: the mark goes back to none.
    const color = cycle[(cycle.indexOf(detail.color) + 1) % cycle.length] ?? '';
    await tx.updateTable('detail').set({ color }).where('id', '=', id).execute();
    return { id: String(id), color };
  });
