import type { Tx } from '@yunbiao/db';
import { CHINA, getDay } from '../time.ts';

/**
 * The member's next batch number, `20261121-0007`: the day in China and a number within it. The caller holds the
 * member's lock, so two submissions never get the same one.
 */
export const nextBatchNo = async (
  tx: Tx,
  { memberId, now }: { memberId: number; now: number },
): Promise<string> => {
  const day = getDay(now, CHINA).replaceAll('-', '');
  const last = await tx
    .selectFrom('batch')
    .select('batch_no')
    .where('member_id', '=', memberId)
    .where('batch_no', 'like', `${day}-%`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const sequence = last ? Number(last.batch_no.slice(day.length + 1)) + 1 : 1;
  return `${day}-${String(sequence).padStart(4, '0')}`;
};
