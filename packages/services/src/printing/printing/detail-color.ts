import type { CallOutput } from '@yunbiao/contract';
import { runTransaction } from '@yunbiao/db';
import { listEffectiveDict } from '../../community/content/effective-dict.ts';
import type { MemberScope } from '../../platform/context.ts';
import { lockDetailOfMember } from './get-batch.ts';

/**
 * Cycles the colour mark: none, each value of the dictionary `detail_color` of the label's
 * software, none.
 * @throws 404
 */
export const cycleDetailColor = ({
  ctx,
  memberId,
  id,
}: MemberScope & { id: number }): Promise<CallOutput<'changeDetailsColor'>> =>
  runTransaction(ctx.db, async (tx) => {
    const detail = await lockDetailOfMember(tx, { id, memberId });
    const { software_id: softwareId } = await tx
      .selectFrom('batch')
      .select('software_id')
      .where('id', '=', detail.batch_id)
      .executeTakeFirstOrThrow();
    const colors = await listEffectiveDict(tx, { softwareId, dictType: 'detail_color' });
    const cycle = ['', ...colors.map(({ value }) => value)];
    // A colour that was removed from the dictionary has index -1: the mark goes back to none.
    const color = cycle[(cycle.indexOf(detail.color) + 1) % cycle.length] ?? '';
    await tx.updateTable('detail').set({ color }).where('id', '=', id).execute();
    return { id: String(id), color };
  });
