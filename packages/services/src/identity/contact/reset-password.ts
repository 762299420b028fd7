import type { CallOutput, CallParsed, ContactKind } from '@yunbiao/contract';
import {
  runTransaction,
  type Tx,
  createTransactionDatabase,
  runMemberTransaction,
} from '@yunbiao/db';
import { recognizeVisitorOrNull } from '../account/device.ts';
import { completeSignIn, type SignInResult } from '../account/complete-sign-in.ts';
import { hashPassword, isWeakPassword } from '../account/passwords/password.ts';
import { replacePassword } from '../account/passwords/replace-password.ts';
import type { Origin } from '../account/session.ts';
import { copyContextWithActor } from '../actor.ts';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError } from '../../platform/errors.ts';
import { maskContact, parseContact } from '../member/contact.ts';
import { notifyOfAccountChange } from '../notice/account-change.ts';
import {
  createExpiredCodeError,
  type CodeRow,
  createContactCode,
  markCodeUsed,
  verifyTypedCode,
} from './codes.ts';
import { consumeOwnerCodeLimits, countStrangerCodeOrThrow } from './count-codes.ts';
import { requireCodeSender, enqueueCode } from './send-code.ts';

const purpose = 'reset';
const WEAK = '这个密码太常见，换一个别人猜不到的';

/**
 * Sends a reset code if a member has bound the contact. The answer does not reveal whether there is
 * one: the same is counted, stored and answered in both cases, and the code is sent after the
 * answer. A browser the account recognizes has separate limits. A recognized network does not, as
 * others share it.
 * @throws 400 for text that is neither a phone number nor an e-mail address, 404 if the site cannot
 * send there, 429, 503
 */
export const sendResetCode = async ({
  ctx,
  account,
  origin,
}: {
  ctx: Context;
  /** Text as typed. */
  account: string;
  origin: Origin;
}): Promise<CallOutput<'resetCode'>> => {
  const { address } = origin;
  const read = parseContact(account);
  if (!read) throw createInvalidInputError({ account: '请填写绑定过的手机号或邮箱' });
  const { kind, value: target } = read;
  const sender = requireCodeSender(ctx, kind);
  const { made, isSent } = await runTransaction(ctx.db, async (tx) => {
    const member = await tx
      .selectFrom('member')
      .select('id')
      .where(kind, '=', target)
      .executeTakeFirst();
    const memberId = member?.id ?? null;
    const visitor = await recognizeVisitorOrNull({
      ctx: { ...ctx, db: createTransactionDatabase(tx) },
      memberId: memberId ?? 0,
      origin,
    });
    const codeRequest = { ctx, tx, kind, target, address, dailyMax: sender.sender.dailyMax };
    let isSent = memberId !== null;
    if (memberId !== null && visitor?.by === 'device')
      await consumeOwnerCodeLimits({ ...codeRequest, memberId, device: visitor.key });
    else isSent = await countStrangerCodeOrThrow({ ...codeRequest, isSent });
    return { isSent, made: await createContactCode({ ctx, tx, memberId, purpose, kind, target }) };
  });
  if (isSent) enqueueCode(ctx, sender, made, { kind, to: target, purpose });
  return made.reply;
};

/**
 * Whether the contact of the code is still the member's: it may have been rebound since the code
 * was requested.
 */
const isContactStillBound = (member: Record<ContactKind, string | null>, row: CodeRow): boolean =>
  member[row.kind as ContactKind] === row.target;

const notifyOfPasswordReset = (
  ctx: Context,
  tx: Tx,
  memberId: number,
  target: string,
): Promise<void> =>
  notifyOfAccountChange(ctx, tx, memberId, {
    title: '密码重设了',
    text: `用发到 ${maskContact(target)} 的验证码重设的，各处的登录都退出了。不是你做的？马上再重设一次，并联系本站的工作人员。`,
  });

/** Invalidates all open reset codes of the member. */
const invalidateResetCodes = async (tx: Tx, memberId: number): Promise<void> => {
  await tx
    .updateTable('contact_code')
    .set({ state: 'used' })
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .execute();
};

/**
 * Sets a new password by a code and signs in. The code proves the owner, regardless of failed
 * guesses at the name. Ends all sessions of the member.
 * @throws 400 for a wrong code and for a common password
 */
export const resetPasswordByCode = async ({
  ctx,
  input: { ticket, code, password },
  origin,
}: {
  ctx: Context;
  input: CallParsed<'resetPassword'>;
  origin: Origin;
}): Promise<SignInResult> => {
  const { address } = origin;
  // Checked first, so that a weak password does not use up an attempt.
  if (isWeakPassword(password, '')) throw createInvalidInputError({ password: WEAK });
  const row = await verifyTypedCode({ ctx, purpose, ticket, code, memberId: null, address });
  const { member_id: memberId } = row;
  const passwordHash = await hashPassword(password);
  const memberContext = copyContextWithActor(ctx, { kind: 'member', id: memberId });
  return runMemberTransaction(ctx.db, memberId, async (tx) => {
    const member = await tx
      .selectFrom('member')
      .selectAll()
      .where('id', '=', memberId)
      .executeTakeFirst();
    if (!member || !isContactStillBound(member, row)) throw createExpiredCodeError();
    if (isWeakPassword(password, member.username_key))
      throw createInvalidInputError({ password: WEAK });
    await markCodeUsed(tx, row);
    await replacePassword({
      ctx: memberContext,
      tx,
      memberId,
      passwordHash,
      own: null,
      authorizedBy: 'code',
      address,
    });
    await invalidateResetCodes(tx, memberId);
    await notifyOfPasswordReset(memberContext, tx, memberId, row.target);
    const updatedMember = { ...member, password_hash: passwordHash };
    return completeSignIn({
      ctx: memberContext,
      tx,
      kind: 'login',
      member: updatedMember,
      origin,
      by: 'code',
    });
  });
};
