import { randomInt } from 'node:crypto';
import type { CallParsed } from '@yunbiao/contract';
import { isUniqueViolation, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { hashPassword, isWeakPassword } from './password.ts';
import { enter, type Entered } from './enter.ts';
import { isReservedName } from './reserved-name.ts';
import type { Origin } from './session.ts';
import { usernameKey } from '../member/username.ts';

/** Without look-alikes: people read share codes aloud. */
const SHARE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const SHARE_LENGTH = 7;

const newShareCode = (): string =>
  Array.from({ length: SHARE_LENGTH }, () => SHARE_ALPHABET[randomInt(SHARE_ALPHABET.length)]).join(
    '',
  );

const freeShareCode = async (tx: Tx): Promise<string> => {
  for (;;) {
    const code = newShareCode();
    const row = await tx
      .selectFrom('member')
      .select('id')
      .where('share_code', '=', code)
      .executeTakeFirst();
    if (!row) return code;
  }
};

const isTaken = async (tx: Tx, key: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('username_key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
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
  const passwordHash = await hashPassword(input.password);
  const taken = () => conflict('这个用户名已经有人用了，换一个试试');
  try {
    return await transaction(ctx.db, async (tx) => {
      if (await isTaken(tx, key)) throw taken();
      const shareCode = await freeShareCode(tx);
      const member = await tx
        .insertInto('member')
        .values({
          username: input.username,
          username_key: key,
          password_hash: passwordHash,
          // One may sign in by any name, but not speak in public by one that sounds like staff.
          nickname: isReservedName(input.username) ? `会员 ${shareCode}` : input.username,
          avatar: null,
          cover: null,
          intro: '',
          company: '',
          share_code: shareCode,
          is_demo: isDemo ? 1 : 0,
          created_at: ctx.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return enter({ ctx, tx, kind: 'register', member, origin });
    });
  } catch (error) {
    // Two sign-ups with one name at the same moment: the second meets the index.
    if (isUniqueViolation(error)) throw taken();
    throw error;
  }
};
