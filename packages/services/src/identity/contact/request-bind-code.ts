import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { runMemberTransaction } from '@yunbiao/db';
import { requireOwnPassword } from '../account/passwords/require-own-password.ts';
import { type SignedIn, computeSha256 } from '../account/session.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import { createInvalidInputError, createNotFoundError } from '../../platform/errors.ts';
import { maskContact, parseContact } from '../member/contact.ts';
import { createContactCode } from './codes.ts';
import { consumeMemberCodeLimits } from './count-codes.ts';
import { requireCodeSender, enqueueCode } from './send-code.ts';

const WRONG = { email: '邮箱写得不对', phone: '请填写 11 位的手机号（中国大陆）' } as const;
const SAME = { email: '现在绑定的就是这个邮箱', phone: '现在绑定的就是这个手机号' } as const;

/**
 * Sends a code to a contact the member wants to bind. Only the holder of the code learns whether
 * another member has bound it.
 * @throws 400 for an invalid contact, one that is bound already and for a wrong password, 404 if
 * the site cannot send there, 429, 503
 */
export const sendBindCode = async ({
  ctx,
  signedIn,
  input,
  address,
}: {
  ctx: Context;
  signedIn: SignedIn;
  input: CallParsed<'contactCode'>;
  /** Network address the request came from. */
  address: string;
}): Promise<CallOutput<'contactCode'>> => {
  const { kind, password } = input;
  const { member } = signedIn;
  const sender = requireCodeSender(ctx, kind);
  const read = parseContact(input.target);
  if (read?.kind !== kind) throw createInvalidInputError({ target: WRONG[kind] });
  const target = read.value;
  if (member[kind] === target) throw createInvalidInputError({ target: SAME[kind] });
  if (member.password_hash !== '') await requireOwnPassword({ ctx, signedIn, password, address });
  const purpose = 'bind';
  const createdCode = await runMemberTransaction(ctx.db, member.id, async (tx) => {
    const { dailyMax } = sender.sender;
    await consumeMemberCodeLimits({
      ctx,
      tx,
      kind,
      target,
      address,
      memberId: member.id,
      dailyMax,
    });
    return createContactCode({ ctx, tx, memberId: member.id, purpose, kind, target });
  });
  enqueueCode(ctx, sender, createdCode, { kind, to: target, purpose });
  return { ...createdCode.reply, target: maskContact(target) };
};

/** Returns the delivery state of the member's own code. @throws 404 */
export const getBindCodeState = async ({
  ctx,
  memberId,
  ticket,
}: MemberScope & { ticket: string }): Promise<CallOutput<'contactCodeState'>> => {
  const row = await ctx.db.kysely
    .selectFrom('contact_code')
    .select(['state', 'why'])
    .where('ticket_hash', '=', computeSha256(ticket))
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'bind')
    .executeTakeFirst();
  if (!row) throw createNotFoundError('没有这个验证码');
  const { state, why } = row;
  return { state: state === 'sending' || state === 'failed' ? state : 'sent', why };
};
