import { REAUTHENTICATION_MINUTES } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createForbiddenError, createInvalidInputError } from '../../platform/errors.ts';
import { MINUTE } from '../../platform/time.ts';
import { requireOwnPassword } from './passwords/require-own-password.ts';
import type { SignedIn } from './session.ts';

const REAUTHENTICATION_WINDOW_MS = REAUTHENTICATION_MINUTES * MINUTE;

/**
 * True when this session was opened recently. Replaces the password check of accounts without one.
 */
export const hasSignedInRecently = async (
  ctx: Context,
  db: Executor,
  { sessionId }: Pick<SignedIn, 'sessionId'>,
): Promise<boolean> => {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', ctx.now() - REAUTHENTICATION_WINDOW_MS)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Verifies the owner by the password. An account without a password needs a recent sign-in instead.
 * @throws 400 for a wrong `password`, 403 if the sign-in is too long ago, 429 after too many wrong
 * passwords
 */
export const requireReauthentication = async (request: {
  ctx: Context;
  signedIn: SignedIn;
  password: string;
  /** Network address the request came from. */
  address: string;
}): Promise<void> => {
  const { ctx, signedIn, password } = request;
  if (signedIn.member.password_hash === '') {
    if (await hasSignedInRecently(ctx, ctx.db.kysely, signedIn)) return;
    throw createForbiddenError(`先重新登录一次，${REAUTHENTICATION_MINUTES} 分钟内再来`);
  }
  if (password === '') throw createInvalidInputError({ password: '请填写现在的密码' });
  await requireOwnPassword(request);
};
