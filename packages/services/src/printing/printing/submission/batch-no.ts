import type { Tx } from '@yunbiao/db';
import { CHINA, getCalendarDay } from '../../../platform/time.ts';

/**
 * The member's next batch number, `20261121-0007`: day in China and a counter. The caller holds the
 * member's lock, so that two submissions never get the same number.
 */
export const computeNextBatchNo = async (
  tx: Tx,
  { memberId, now }: { memberId: number; now: number },
): Promise<string> => {
  const day = getCalendarDay(now, CHINA).replaceAll('-', '');
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
