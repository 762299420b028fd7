import type { CallParsed } from '@yunbiao/contract';
import { runTransaction } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { createInvalidInputError } from '../../../platform/errors.ts';
import { verifyOwnPassword } from './verify-own-password.ts';
import { hashPassword, isWeakPassword } from './password.ts';
import { replacePassword } from './replace-password.ts';
import type { SignedIn } from '../session.ts';

/**
 * Changes the password after checking the old one. Ends all other sessions of the member.
 * @throws 400 for a wrong old password or a common new one, 429 after too many wrong passwords or
 * when one address has many pending attempts, -9999 when the session ended or the password was
 * replaced in the meantime
 */
export const changePassword = async ({
  ctx,
  signedIn,
  input,
  address,
}: {
  ctx: Context;
  signedIn: SignedIn;
  input: CallParsed<'changePwd'>;
  /** Network address the request came from. */
  address: string;
}): Promise<void> => {
  const { member, sessionId } = signedIn;
  const isRight = await verifyOwnPassword({
    ctx,
    signedIn,
    password: input.oldPassword,
    address,
    kinds: { refused: 'password.refused', paused: 'password.paused' },
  });
  if (!isRight) throw createInvalidInputError({ oldPassword: '现在的密码不对' });
  if (input.password === input.oldPassword)
    throw createInvalidInputError({ password: '新密码和现在的一样，换一个' });
  if (isWeakPassword(input.password, member.username_key))
    throw createInvalidInputError({ password: '这个密码太常见，换一个别人猜不到的' });
  const passwordHash = await hashPassword(input.password, ctx.passwordWork);
  await runTransaction(ctx.db, (tx) =>
    replacePassword({
      ctx,
      tx,
      memberId: member.id,
      passwordHash,
      address,
      own: { sessionId, checkedHash: member.password_hash },
    }),
  );
};
