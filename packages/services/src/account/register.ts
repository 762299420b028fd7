import type { CallParsed } from '@yunbiao/contract';
import { isUniqueViolation, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { createMember } from './create-member.ts';
import { hashPassword, isWeakPassword } from './password.ts';
import { enter, type Entered } from './enter.ts';
import { isRetired, retiredHash } from './retired-name.ts';
import type { Origin } from './session.ts';
import { usernameKey } from '../member/username.ts';

/** Somebody's, or of an account that was deleted: both are answered alike. */
const isTaken = async (tx: Tx, key: string, nameHash: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('username_key', '=', key)
    .executeTakeFirst();
  return row !== undefined || isRetired(tx, nameHash);
};

/**
 * Creates an account and signs it in.
 * @throws 400 for a password on the list of common ones, 409 for a name that is taken
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
}): Promise<Entered> => {
  const key = usernameKey(input.username);
  if (isWeakPassword(input.password, key)) {
    throw invalid({ password: '这个密码太常见，换一个别人猜不到的' });
  }
  const passwordHash = await hashPassword(input.password, ctx.passwordWork);
  const nameHash = await retiredHash(key, ctx.passwordWork);
  const taken = () => conflict('这个用户名已经有人用了，换一个试试');
  try {
    return await transaction(ctx.db, async (tx) => {
      if (await isTaken(tx, key, nameHash)) throw taken();
      const member = await createMember({
        ctx,
        tx,
        username: input.username,
        passwordHash,
        nickname: input.username,
        isDemo,
      });
      return enter({ ctx, tx, kind: 'register', member, origin });
    });
  } catch (error) {
    // Two sign-ups with one name at the same moment: the second meets the index.
    if (isUniqueViolation(error)) throw taken();
    throw error;
  }
};
