import type { ClientTable, Executor, Selectable } from '@yunbiao/db';
import { notFound } from '../errors.ts';

/** A paired client of the member. @throws 404 for somebody else's, a revoked or an unknown one */
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
  if (!row) throw notFound('没有这台客户端，或者它已经撤销');
  return row;
};
