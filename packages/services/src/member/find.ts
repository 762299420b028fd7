import type { Executor, MemberTable, Selectable } from '@yunbiao/db';
import { notFound } from '../errors.ts';
import { usernameKey } from './username.ts';

/** The member staff name. @throws 404 */
export const getMemberByName = async (
  executor: Executor,
  username: string,
): Promise<Selectable<MemberTable>> => {
  const row = await executor
    .selectFrom('member')
    .selectAll()
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
  if (!row) throw notFound(`没有用户名是 ${username} 的会员`);
  return row;
};
