import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { lockMember, transaction } from '@yunbiao/db';
import { requireOwnPassword } from '../account/own-password.ts';
import { type SignedIn, sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { maskContact, readContact } from '../member/contact.ts';
import { makeCode } from './codes.ts';
import { countMembersCode } from './counts.ts';
import { requireWay, sendLater } from './send-code.ts';

const WRONG = { email: '邮箱写得不对', phone: '请填写 11 位的手机号（中国大陆）' } as const;
const SAME = { email: '现在绑定的就是这个邮箱', phone: '现在绑定的就是这个手机号' } as const;

/**
 * Sends a code to what a member wants to bind. Whether somebody else has bound it is told only to whoever has the code.
 * @throws 400 for what cannot be reached, for what is bound already and for a wrong password, 404 when the site cannot
 * send there, 429, 503
 */
export const contactCode = async ({
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
  const way = requireWay(ctx, kind);
  const read = readContact(input.target);
  if (read?.kind !== kind) throw invalid({ target: WRONG[kind] });
  const target = read.value;
  if (member[kind] === target) throw invalid({ target: SAME[kind] });
  if (member.password_hash !== '') await requireOwnPassword({ ctx, signedIn, password, address });
  const purpose = 'bind';
  const made = await transaction(ctx.db, async (tx) => {
    await lockMember(tx, member.id);
    const { dailyMax } = way.sender;
    await countMembersCode({ ctx, tx, kind, target, address, memberId: member.id, dailyMax });
    return makeCode({ ctx, tx, memberId: member.id, purpose, kind, target });
  });
  sendLater(ctx, way, made, { kind, to: target, purpose });
  return { ...made.reply, target: maskContact(target) };
};

/** How far an own code is. @throws 404 */
export const contactCodeState = async ({
  ctx,
  memberId,
  ticket,
}: {
  ctx: Context;
  memberId: number;
  ticket: string;
}): Promise<CallOutput<'contactCodeState'>> => {
  const row = await ctx.db.kysely
    .selectFrom('contact_code')
    .select(['state', 'why'])
    .where('ticket_hash', '=', sha256(ticket))
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'bind')
    .executeTakeFirst();
  if (!row) throw notFound('没有这个验证码');
  const { state, why } = row;
  return { state: state === 'sending' || state === 'failed' ? state : 'sent', why };
};
