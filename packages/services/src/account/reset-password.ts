import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { hashPassword, randomPassword } from './password.ts';
import { replacePassword } from './replace-password.ts';
import { usernameKey } from '../member/username.ts';

/** Gives a member who forgot it a new random password and ends all sessions; it is told once and not stored. @throws 404 */
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
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
  if (!member) throw notFound(`没有用户名是 ${username} 的会员`);
  const password = randomPassword();
  const passwordHash = await hashPassword(password, ctx.passwordWork);
  await transaction(ctx.db, (tx) =>
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
