import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { getNetwork } from '../network.ts';
import type { Kind } from '../security/kinds.ts';
import { noteRefusal } from '../security/refusal.ts';
import { loginThrottle } from './login-throttle.ts';
import { checkPassword } from './password.ts';
import type { SignedIn } from './session.ts';

/**
 * Whether it is the own password. A stolen session must not be a place to guess it: attempts are slowed and capped like
 * those of signing in, by a count of the session's own, which nobody outside can use up.
 * @throws 429 after too many wrong ones or when one address keeps many attempts waiting
 */
export const confirmPassword = async ({
  ctx,
  signedIn: { member, sessionId },
  password,
  address,
  kinds,
}: {
  ctx: Context;
  signedIn: SignedIn;
  password: string;
  /** Network address the request came from. */
  address: string;
  /** What is written down of a wrong one, and of one that was not even compared. */
  kinds: { refused: Kind; paused: Kind };
}): Promise<boolean> => {
  const who = {
    account: member.username_key,
    network: getNetwork(address),
    known: `session ${sessionId}`,
  };
  const refused = (kind: Kind): Promise<void> =>
    noteRefusal({ ctx, kind, subject: `member:${member.id}`, address });
  let isRight: true | null;
  try {
    isRight = await loginThrottle(ctx).guess(who, async () =>
      (await checkPassword(member.password_hash, password)) ? true : null,
    );
  } catch (error) {
    if (error instanceof ServiceError) await refused(kinds.paused);
    throw error;
  }
  if (!isRight) await refused(kinds.refused);
  return isRight === true;
};
