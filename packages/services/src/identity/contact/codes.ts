import { randomInt } from 'node:crypto';
import type { CodePurpose, ContactKind } from '@yunbiao/contract';
import {
  CODE_GAP_S,
  CODE_LENGTH,
  CODE_MINUTES,
  CODE_TRIES,
} from '@yunbiao/contract/limits/contact';
import type { ContactCodeTable, Selectable, Tx } from '@yunbiao/db';
import { generateSecret, computeSha256 } from '../account/session.ts';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError, type ServiceError } from '../../platform/errors.ts';
import { recordRefusal } from '../security/record-refusal.ts';
import { HOUR, toIso, MINUTE } from '../../platform/time.ts';

export type CodeRow = Selectable<ContactCodeTable>;

/** A new code: `code` is sent to the contact, `reply` goes to the page. */
export type NewCode = {
  id: number;
  code: string;
  reply: { ticket: string; expiresAt: string; againAfterS: number };
};

/**
 * Code and ticket are stored as one hash. Six digits alone can be guessed in a moment; a ticket of
 * 256 bits cannot.
 */
const hashTicketAndCode = (ticket: string, code: string): string =>
  computeSha256(`${ticket} ${code}`);

const generateVerificationCode = (): string =>
  String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/** Creates and stores a code. A code with `memberId` null is never accepted. */
export const createContactCode = async ({
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
  const ticket = generateSecret();
  const code = generateVerificationCode();
  const now = ctx.now();
  const expiresAt = now + CODE_MINUTES * MINUTE;
  const { id } = await tx
    .insertInto('contact_code')
    .values({
      ...what,
      member_id: memberId,
      ticket_hash: computeSha256(ticket),
      code_hash: hashTicketAndCode(ticket, code),
      tries: 0,
      state: 'sending',
      why: '',
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, code, reply: { ticket, expiresAt: toIso(expiresAt), againAfterS: CODE_GAP_S } };
};

export const createExpiredCodeError = (): ServiceError =>
  createInvalidInputError({ code: '验证码已经失效，请重新获取' });

const describeWrongCode = (tries: number): string =>
  tries < CODE_TRIES
    ? `验证码不对，还可以试 ${CODE_TRIES - tries} 次`
    : '验证码不对，试的次数用完了，请重新获取';

/**
 * Verifies a typed code against its ticket. An attempt counts before the comparison, so parallel
 * attempts count like sequential ones.
 * @throws 400 for a wrong or expired code
 */
export const verifyTypedCode = async ({
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
  /** Member the code must belong to; null for any member. */
  memberId: number | null;
  /** Network address the request came from. */
  address: string;
}): Promise<CodeRow & { member_id: number }> => {
  const row = await ctx.db.kysely
    .updateTable('contact_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticket_hash', '=', computeSha256(ticket))
    .where('purpose', '=', purpose)
    .where('state', '!=', 'used')
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', ctx.now())
    .$if(memberId !== null, (query) => query.where('member_id', '=', memberId ?? 0))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw createExpiredCodeError();
  const { member_id: ownerId } = row;
  if (row.code_hash === hashTicketAndCode(ticket, code) && ownerId !== null)
    return { ...row, member_id: ownerId };
  const subject = ownerId === null ? '' : `member:${ownerId}`;
  // Counted per code, also for codes without a member: each refusal is written, so that the
  // response time reveals nothing.
  const requesterNetwork = `code ${row.id}`;
  await recordRefusal({
    ctx,
    kind: 'code.refused',
    subject,
    address,
    among: requesterNetwork,
    detail: { purpose },
  });
  throw createInvalidInputError({ code: describeWrongCode(row.tries) });
};

/** Marks a code as used. @throws 400 if it was used before */
export const markCodeUsed = async (tx: Tx, row: CodeRow): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('contact_code')
    .set({ state: 'used' })
    .where('id', '=', row.id)
    .where('state', '!=', 'used')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw createExpiredCodeError();
};

/** Deletes expired codes with their addresses. Returns the number of rows. */
export const deleteExpiredCodes = async (ctx: Context): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('contact_code')
    .where('expires_at', '<=', ctx.now() - HOUR)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
