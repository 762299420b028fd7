import type { Executor } from '@yunbiao/db';

/** Whether the member has a paid order above 0 fen that was not refunded. */
export const hasPaid = async (executor: Executor, memberId: number): Promise<boolean> => {
  const row = await executor
    .selectFrom('member_order')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'paid')
    .where('pay_fen', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
