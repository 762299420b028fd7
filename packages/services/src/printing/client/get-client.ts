import type { ClientTable, Executor, Selectable } from '@yunbiao/db';
import { createNotFoundError } from '../../platform/errors.ts';

/**
 * Returns a print client of the member. @throws 404 if it is unknown, revoked or another member's
 */
export const getClientOfMember = async (
  executor: Executor,
  { id, memberId }: { id: number; memberId: number },
): Promise<Selectable<ClientTable>> => {
  const row = await executor
    .selectFrom('client')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw createNotFoundError('没有这台客户端，或者它已经撤销');
  return row;
};
