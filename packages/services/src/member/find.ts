import type { Executor, MemberTable, Selectable } from '@yunbiao/db';
import { notFound, sessionInvalid } from '../errors.ts';
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

/** The member who is signed in, who may have left since. @throws -9999 */
export const getOwnMember = async (
  executor: Executor,
  memberId: number,
): Promise<Selectable<MemberTable>> => {
  const row = await executor
    .selectFrom('member')
    .selectAll()
    .where('id', '=', memberId)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw sessionInvalid();
  return row;
};
