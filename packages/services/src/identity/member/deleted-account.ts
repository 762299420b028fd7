import type { Executor } from '@yunbiao/db';

/** Whether the account is deleted: it receives no VIP, notices or products. */
export const isAccountDeleted = async (executor: Executor, memberId: number): Promise<boolean> => {
  const row = await executor
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where('left_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
};
