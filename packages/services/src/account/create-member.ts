import { randomInt } from 'node:crypto';
import { MEMBER_CODE_LENGTH } from '@yunbiao/contract';
import type { MemberTable, Selectable, Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { usernameKey } from '../member/username.ts';
import { isReservedName } from './reserved-name.ts';

/** Without look-alikes: people read share codes aloud. */
const SHARE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Of letters without look-alikes. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => SHARE_ALPHABET[randomInt(SHARE_ALPHABET.length)]).join('');

const freeShareCode = async (tx: Tx): Promise<string> => {
  for (;;) {
    const code = randomCode(MEMBER_CODE_LENGTH);
    const row = await tx
      .selectFrom('member')
      .select('id')
      .where('share_code', '=', code)
      .executeTakeFirst();
    if (!row) return code;
  }
};

/** Writes a new account down; whoever calls has seen to it that the name is free, or meets the index. */
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
  const shareCode = await freeShareCode(tx);
  return tx
    .insertInto('member')
    .values({
      username,
      username_key: usernameKey(username),
      password_hash: passwordHash,
      // One may sign in by any name, but not speak in public by one that sounds like staff.
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
