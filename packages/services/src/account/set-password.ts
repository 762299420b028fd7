import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { hashPassword, isWeakPassword } from './password.ts';
import { replacePassword } from './replace-password.ts';
import type { SignedIn } from './session.ts';

/**
 * Gives an account that came by WeChat its first password. Other sessions of the member end.
 * @throws 409 when there is one, 400 for a common one, -9999 when one was set meanwhile
 */
export const setPassword = async ({
  ctx,
  signedIn: { member, sessionId },
  password,
  address,
}: {
  ctx: Context;
  signedIn: SignedIn;
  password: string;
  /** Network address the request came from. */
  address: string;
}): Promise<void> => {
  if (member.password_hash !== '') throw conflict('这个账号已经有密码了，要换就用“改密码”');
  if (isWeakPassword(password, member.username_key))
    throw invalid({ password: '这个密码太常见，换一个别人猜不到的' });
  const passwordHash = await hashPassword(password, ctx.passwordWork);
  await transaction(ctx.db, (tx) =>
    replacePassword({
      ctx,
      tx,
      memberId: member.id,
      passwordHash,
      address,
      own: { sessionId, checkedHash: '' },
    }),
  );
};
