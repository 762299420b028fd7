import type { CallParsed } from '@yunbiao/contract';
import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { confirmPassword } from './confirm-password.ts';
import { hashPassword, isWeakPassword } from './password.ts';
import { replacePassword } from './replace-password.ts';
import type { SignedIn } from './session.ts';

/**
 * Changes the own password, by the old one. This session stays, all others of the member end.
 * @throws 400 for a wrong old password or a common new one, 429 after too many wrong ones or when one address keeps
 * many attempts waiting, -9999 when the session ended or the password was replaced meanwhile
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
  const isRight = await confirmPassword({
    ctx,
    signedIn,
    password: input.oldPassword,
    address,
    kinds: { refused: 'password.refused', paused: 'password.paused' },
  });
  if (!isRight) throw invalid({ oldPassword: '现在的密码不对' });
  if (input.password === input.oldPassword)
    throw invalid({ password: '新密码和现在的一样，换一个' });
  if (isWeakPassword(input.password, member.username_key))
    throw invalid({ password: '这个密码太常见，换一个别人猜不到的' });
  const passwordHash = await hashPassword(input.password, ctx.passwordWork);
  await transaction(ctx.db, (tx) =>
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
