import type { Context } from '../../../platform/context.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { getRateLimitNetwork } from '../../../platform/network.ts';
import type { Kind } from '../../security/kinds.ts';
import { recordRefusal } from '../../security/record-refusal.ts';
import { createLoginThrottle } from '../login-throttle.ts';
import { checkPassword } from './password.ts';
import type { SignedIn } from '../session.ts';

/**
 * Checks the member's own password. A stolen session must not allow guessing it: attempts are
 * delayed and limited as in `login`, with a separate count per session that others cannot use up.
 * @throws 429 after too many wrong passwords or when one address has many pending attempts
 */
export const verifyOwnPassword = async ({
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
  /** Security events for a wrong password and for an attempt that was not compared. */
  kinds: { refused: Kind; paused: Kind };
}): Promise<boolean> => {
  const guesser = {
    account: member.username_key,
    network: getRateLimitNetwork(address),
    visitorKey: `session ${sessionId}`,
  };
  const recordRefusedAttempt = (kind: Kind): Promise<void> =>
    recordRefusal({ ctx, kind, subject: `member:${member.id}`, address });
  let isRight: true | null;
  try {
    isRight = await createLoginThrottle(ctx).attempt(guesser, async () =>
      (await checkPassword(member.password_hash, password)) ? true : null,
    );
  } catch (error) {
    if (error instanceof ServiceError) await recordRefusedAttempt(kinds.paused);
    throw error;
  }
  if (!isRight) await recordRefusedAttempt(kinds.refused);
  return isRight === true;
};
