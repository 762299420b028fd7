import type { CallParsed } from '@yunbiao/contract';
import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { invalid, ServiceError } from '../errors.ts';
import { networkOf } from '../network.ts';
import { noteRefusal } from '../security/refusal.ts';
import { loginThrottle } from './login-throttle.ts';
import { checkPassword, hashPassword, isWeakPassword } from './password.ts';
import { replacePassword } from './replace-password.ts';
import type { SignedIn } from './session.ts';

/**
 * Changes the own password. A stolen session must not be a place to guess the old one: attempts are slowed and capped
 * like those of signing in, by a count of the session's own, which nobody outside can use up. This session stays, all
 * others of the member end.
 * @throws 400 for a wrong old password or a common new one, 429 after too many wrong ones or when one address keeps
 * many attempts waiting, -9999 when the session ended or the password was replaced meanwhile
 */
export const changePassword = async ({
  ctx,
  signedIn: { member, sessionId },
  input,
  address,
}: {
  ctx: Context;
  signedIn: SignedIn;
  input: CallParsed<'changePwd'>;
  /** Network address the request came from. */
  address: string;
}): Promise<void> => {
  const who = {
    account: member.username_key,
    network: networkOf(address),
    known: `session ${sessionId}`,
  };
  const subject = `member:${member.id}`;
  const refused = (kind: 'password.refused' | 'password.paused'): Promise<void> =>
    noteRefusal({ ctx, kind, subject, address });
  let isRight: true | null;
  try {
    isRight = await loginThrottle(ctx).guess(who, async () =>
      (await checkPassword(member.password_hash, input.oldPassword)) ? true : null,
    );
  } catch (error) {
    if (error instanceof ServiceError) await refused('password.paused');
    throw error;
  }
  if (!isRight) {
    await refused('password.refused');
    throw invalid({ oldPassword: '现在的密码不对' });
  }
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
