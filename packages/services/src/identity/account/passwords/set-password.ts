import { runTransaction } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { createConflictError, createInvalidInputError } from '../../../platform/errors.ts';
import { hashPassword, isWeakPassword } from './password.ts';
import { replacePassword } from './replace-password.ts';
import type { SignedIn } from '../session.ts';

/**
 * Sets the first password of an account created through WeChat. Ends the member's other sessions.
 * @throws 409 if the account has a password, 400 for a common one, -9999 if one was set
 * concurrently
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
  if (member.password_hash !== '')
    throw createConflictError('这个账号已经有密码了，要换就用“修改密码”');
  if (isWeakPassword(password, member.username_key))
    throw createInvalidInputError({ password: '这个密码太常见，换一个别人猜不到的' });
  const passwordHash = await hashPassword(password, ctx.passwordWork);
  await runTransaction(ctx.db, (tx) =>
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
