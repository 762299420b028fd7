import { randomInt } from 'node:crypto';
import { MEMBER_CODE_LENGTH } from '@yunbiao/contract';
import type { MemberTable, Selectable, Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { toUsernameKey } from '../member/username.ts';
import { isReservedName } from './reserved-name.ts';

/** No look-alike characters: people read share codes aloud. */
const SHARE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export const generateRandomCode = (length: number): string =>
  Array.from({ length }, () => SHARE_ALPHABET[randomInt(SHARE_ALPHABET.length)]).join('');

const generateShareCode = async (tx: Tx): Promise<string> => {
  for (;;) {
    const code = generateRandomCode(MEMBER_CODE_LENGTH);
    const row = await tx
      .selectFrom('member')
      .select('id')
      .where('share_code', '=', code)
      .executeTakeFirst();
    if (!row) return code;
  }
};

/**
 * Inserts an account. The caller has checked that the name is free; otherwise the unique index
 * rejects it.
 */
export const createMember = async ({
  ctx,
  tx,
  username,
  passwordHash,
  nickname,
  isDemo = false,
}: {
  ctx: Context;
  tx: Tx;
  username: string;
  /** '' for none. */
  passwordHash: string;
  /** '' for none. */
  nickname: string;
  isDemo?: boolean;
}): Promise<Selectable<MemberTable>> => {
  const shareCode = await generateShareCode(tx);
  return tx
    .insertInto('member')
    .values({
      username,
      username_key: toUsernameKey(username),
      password_hash: passwordHash,
      // A reserved name is allowed for signing in but not as the public nickname.
      nickname: nickname === '' || isReservedName(nickname) ? `会员 ${shareCode}` : nickname,
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
};
