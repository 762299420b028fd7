import type { Executor, MemberTable, Selectable } from '@yunbiao/db';
import { createNotFoundError, createSessionInvalidError } from '../../platform/errors.ts';
import { toUsernameKey } from './username.ts';

/** Returns the member with this user name. @throws 404 */
export const getMemberByName = async (
  executor: Executor,
  username: string,
): Promise<Selectable<MemberTable>> => {
  const row = await executor
    .selectFrom('member')
    .selectAll()
    .where('username_key', '=', toUsernameKey(username))
    .executeTakeFirst();
  if (!row) throw createNotFoundError(`没有用户名是 ${username} 的会员`);
  return row;
};

/** The signed-in member, whose account may have been deleted since. @throws -9999 */
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
  if (!row) throw createSessionInvalidError();
  return row;
};
