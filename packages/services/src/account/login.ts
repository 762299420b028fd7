import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { lockMember, type MemberTable, type Selectable, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { networkOf } from '../network.ts';
import { loginThrottle } from './login-throttle.ts';
import { checkPassword } from './password.ts';
import { presentUser } from './present.ts';
import { openSession, type Origin } from './session.ts';
import { usernameKey } from './username.ts';

/**
 * A session for the member whose password was found right, or null when it was replaced since: whoever replaced it
 * meant to end what the old one opens, and saw no session to end yet.
 */
const openChecked = async (
  ctx: Context,
  { id: memberId, password_hash: checkedHash }: Selectable<MemberTable>,
  origin: Origin,
): Promise<string | null> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const still = await tx
      .selectFrom('member')
      .select('id')
      .where('id', '=', memberId)
      .where('password_hash', '=', checkedHash)
      .executeTakeFirst();
    return still ? openSession({ ctx, tx, memberId, origin }) : null;
  });

/**
 * Signs in by user name and password. Neither the words nor the time of a refusal tell whether the account exists.
 * @throws 400 when they do not match, 429 when one address keeps many attempts waiting
 */
export const login = async ({
  ctx,
  input,
  origin,
}: {
  ctx: Context;
  input: CallParsed<'login'>;
  origin: Origin;
}): Promise<CallOutput<'login'>> => {
  const key = usernameKey(input.username);
  const throttle = loginThrottle(ctx);
  const network = networkOf(origin.address);
  await throttle.wait(key, network);
  const member = await ctx.db.kysely
    .selectFrom('member')
    .selectAll()
    .where('username_key', '=', key)
    .executeTakeFirst();
  const matches = await checkPassword(member?.password_hash, input.password);
  const token = matches && member ? await openChecked(ctx, member, origin) : null;
  if (!member || token === null) {
    throttle.failed(key, network);
    throw invalid({ password: '用户名或密码不对' });
  }
  throttle.succeeded(key);
  return { token, userInfo: presentUser(member) };
};
