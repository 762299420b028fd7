import type { CallParsed } from '@yunbiao/contract';
import { isUniqueViolation, runTransaction, type Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createConflictError, createInvalidInputError } from '../../platform/errors.ts';
import { createMember } from './create-member.ts';
import { hashPassword, isWeakPassword } from './passwords/password.ts';
import { completeSignIn, type SignInResult } from './complete-sign-in.ts';
import { isRetiredName, hashRetiredName } from './retired-name.ts';
import type { Origin } from './session.ts';
import { toUsernameKey } from '../member/username.ts';

/** True for the name of a member or of a deleted account. The answer is the same for both. */
const isUsernameUnavailable = async (tx: Tx, key: string, nameHash: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('username_key', '=', key)
    .executeTakeFirst();
  return row !== undefined || isRetiredName(tx, nameHash);
};

/**
 * Creates an account and signs it in.
 * @throws 400 for a common password, 409 for a name that is taken
 */
export const register = async ({
  ctx,
  input,
  origin,
  isDemo = false,
}: {
  ctx: Context;
  input: CallParsed<'register'>;
  origin: Origin;
  isDemo?: boolean;
}): Promise<SignInResult> => {
  const key = toUsernameKey(input.username);
  if (isWeakPassword(input.password, key)) {
    throw createInvalidInputError({ password: '这个密码太常见，换一个别人猜不到的' });
  }
  const passwordHash = await hashPassword(input.password, ctx.passwordWork);
  const nameHash = await hashRetiredName(key, ctx.passwordWork);
  const createNameTakenError = () => createConflictError('这个用户名已经有人用了，换一个试试');
  try {
    return await runTransaction(ctx.db, async (tx) => {
      if (await isUsernameUnavailable(tx, key, nameHash)) throw createNameTakenError();
      const member = await createMember({
        ctx,
        tx,
        username: input.username,
        passwordHash,
        nickname: input.username,
        isDemo,
      });
      return completeSignIn({ ctx, tx, kind: 'register', member, origin });
    });
  } catch (error) {
    // A concurrent sign-up took the name: the unique index rejected the insert.
    if (isUniqueViolation(error)) throw createNameTakenError();
    throw error;
  }
};
