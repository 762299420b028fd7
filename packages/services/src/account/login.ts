import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { networkOf } from '../network.ts';
import { loginThrottle } from './login-throttle.ts';
import { checkPassword } from './password.ts';
import { presentUser } from './present.ts';
import { openSession, type Origin } from './session.ts';
import { usernameKey } from './username.ts';

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
  if (!(await checkPassword(member?.password_hash, input.password)) || !member) {
    throttle.failed(key, network);
    throw invalid({ password: '用户名或密码不对' });
  }
  throttle.succeeded(key);
  const token = await transaction(ctx.db, (tx) =>
    openSession({ ctx, tx, memberId: member.id, origin }),
  );
  return { token, userInfo: presentUser(member) };
};
