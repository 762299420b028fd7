import { runTransaction } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { createNotFoundError } from '../../../platform/errors.ts';
import { hashPassword, generatePassword } from './password.ts';
import { replacePassword } from './replace-password.ts';
import { toUsernameKey } from '../../member/username.ts';

/**
 * Sets a new random password and ends all sessions. Returns the password once; only its hash is
 * stored.
 * @throws 404
 */
export const resetPassword = async ({
  ctx,
  username,
}: {
  ctx: Context;
  username: string;
}): Promise<{ username: string; password: string }> => {
  const member = await ctx.db.kysely
    .selectFrom('member')
    .select(['id', 'username'])
    .where('username_key', '=', toUsernameKey(username))
    .executeTakeFirst();
  if (!member) throw createNotFoundError(`没有用户名是 ${username} 的会员`);
  const password = generatePassword();
  const passwordHash = await hashPassword(password, ctx.passwordWork);
  await runTransaction(ctx.db, (tx) =>
    replacePassword({
      ctx,
      tx,
      memberId: member.id,
      passwordHash,
      own: null,
    }),
  );
  return { username: member.username, password };
};
