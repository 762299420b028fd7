import { randomInt } from 'node:crypto';
import type { CodePurpose, ContactKind } from '@yunbiao/contract';
import {
  CODE_GAP_S,
  CODE_LENGTH,
  CODE_MINUTES,
  CODE_TRIES,
} from '@yunbiao/contract/limits/contact';
import type { ContactCodeTable, Selectable, Tx } from '@yunbiao/db';
import { newSecret, sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { invalid, type ServiceError } from '../errors.ts';
import { noteRefusal } from '../security/refusal.ts';
import { HOUR, iso, MINUTE } from '../time.ts';

export type CodeRow = Selectable<ContactCodeTable>;

/** A code that was made: what is sent, and what the page that asked is given. */
export type NewCode = {
  id: number;
  code: string;
  reply: { ticket: string; expiresAt: string; againAfterS: number };
};

/**
 * The code and the ticket are stored only together and hashed: six digits alone are tried through in a moment, the ticket
 * with its 256 bits is not.
 */
const computeHash = (ticket: string, code: string): string => sha256(`${ticket} ${code}`);

const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/** Makes a code and stores it. `memberId` null: nobody's, which no code opens. */
export const makeCode = async ({
  ctx,
  tx,
  memberId,
  ...what
}: {
  ctx: Context;
  tx: Tx;
  memberId: number | null;
  purpose: CodePurpose;
  kind: ContactKind;
  target: string;
}): Promise<NewCode> => {
  const ticket = newSecret();
  const code = newCode();
  const now = ctx.now();
  const expiresAt = now + CODE_MINUTES * MINUTE;
  const { id } = await tx
    .insertInto('contact_code')
    .values({
      ...what,
      member_id: memberId,
      ticket_hash: sha256(ticket),
      code_hash: computeHash(ticket, code),
      tries: 0,
      state: 'sending',
      why: '',
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, code, reply: { ticket, expiresAt: iso(expiresAt), againAfterS: CODE_GAP_S } };
};

export const codeIsOver = (): ServiceError => invalid({ code: '验证码已经失效，请重新获取' });

const wrongWords = (tries: number): string =>
  tries < CODE_TRIES
    ? `验证码不对，还可以试 ${CODE_TRIES - tries} 次`
    : '验证码不对，试的次数用完了，请重新获取';

/**
 * The code that was typed, when it is the one that belongs to the ticket. A try counts before it is compared, whatever
 * becomes of it, so that many at once are no more than many in a row.
 * @throws 400 for a wrong one, and one that is over
 */
export const typedCode = async ({
  ctx,
  purpose,
  ticket,
  code,
  memberId,
  address,
}: {
  ctx: Context;
  purpose: CodePurpose;
  ticket: string;
  code: string;
  /** Whose it must be; null: whoever's. */
  memberId: number | null;
  /** Network address the request came from. */
  address: string;
}): Promise<CodeRow & { member_id: number }> => {
  const row = await ctx.db.kysely
    .updateTable('contact_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticket_hash', '=', sha256(ticket))
    .where('purpose', '=', purpose)
    .where('state', '!=', 'used')
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', ctx.now())
    .$if(memberId !== null, (query) => query.where('member_id', '=', memberId ?? 0))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw codeIsOver();
  const { member_id: whose } = row;
  if (row.code_hash === computeHash(ticket, code) && whose !== null)
    return { ...row, member_id: whose };
  const subject = whose === null ? '' : `member:${whose}`;
  // Counted by the code, nobody's as somebody's: each is written, so that the time it takes tells nothing.
  const among = `code ${row.id}`;
  await noteRefusal({ ctx, kind: 'code.refused', subject, address, among, detail: { purpose } });
  throw invalid({ code: wrongWords(row.tries) });
};

/** A code is good once. @throws 400 for whoever comes second */
export const spendCode = async (tx: Tx, row: CodeRow): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('contact_code')
    .set({ state: 'used' })
    .where('id', '=', row.id)
    .where('state', '!=', 'used')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw codeIsOver();
};

/** Removes codes that are over, addresses with them. Returns how many. */
export const sweepCodes = async (ctx: Context): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('contact_code')
    .where('expires_at', '<=', ctx.now() - HOUR)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
