import type { CallOutput, CallParsed, ContactKind } from '@yunbiao/contract';
import { lockMember, transaction, type Tx, within } from '@yunbiao/db';
import { knownBy } from '../account/device.ts';
import { enter, type Entered } from '../account/enter.ts';
import { hashPassword, isWeakPassword } from '../account/password.ts';
import { replacePassword } from '../account/replace-password.ts';
import type { Origin } from '../account/session.ts';
import { actingAs } from '../actor.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { maskContact, readContact } from '../member/contact.ts';
import { tellOfAccount } from '../notice/of-account.ts';
import { codeIsOver, type CodeRow, makeCode, spendCode, typedCode } from './codes.ts';
import { countOwnersCode, countStrangersCode } from './counts.ts';
import { requireWay, sendLater } from './send-code.ts';

const purpose = 'reset';
const WEAK = '这个密码太常见，换一个别人猜不到的';

/**
 * Sends a code to whoever has bound what was typed. Nobody is told whether anybody has: for nobody the same is counted,
 * stored and answered, and what is sent is sent after the answer. A browser the account knows asks by counts of its own; a
 * network never does, as others are behind it.
 * @throws 400 for what is no telephone and no e-mail address, 404 when the site cannot send there, 429, 503
 */
export const resetCode = async ({
  ctx,
  account,
  origin,
}: {
  ctx: Context;
  /** As it was typed. */
  account: string;
  origin: Origin;
}): Promise<CallOutput<'resetCode'>> => {
  const { address } = origin;
  const read = readContact(account);
  if (!read) throw invalid({ account: '请填写绑定过的手机号或邮箱' });
  const { kind, value: target } = read;
  const way = requireWay(ctx, kind);
  const { made, isSent } = await transaction(ctx.db, async (tx) => {
    const member = await tx
      .selectFrom('member')
      .select('id')
      .where(kind, '=', target)
      .executeTakeFirst();
    const memberId = member?.id ?? null;
    const known = await knownBy({
      ctx: { ...ctx, db: within(tx) },
      memberId: memberId ?? 0,
      origin,
    });
    const asked = { ctx, tx, kind, target, address, dailyMax: way.sender.dailyMax };
    let isSent = memberId !== null;
    if (memberId !== null && known?.by === 'device')
      await countOwnersCode({ ...asked, memberId, device: known.key });
    else isSent = await countStrangersCode({ ...asked, isSent });
    return { isSent, made: await makeCode({ ctx, tx, memberId, purpose, kind, target }) };
  });
  if (isSent) sendLater(ctx, way, made, { kind, to: target, purpose });
  return made.reply;
};

/** What was bound when the code was asked for may be another's by now. */
const stillTheirs = (member: Record<ContactKind, string | null>, row: CodeRow): boolean =>
  member[row.kind as ContactKind] === row.target;

const tell = (ctx: Context, tx: Tx, memberId: number, target: string): Promise<void> =>
  tellOfAccount(ctx, tx, memberId, {
    title: '密码重设了',
    text: `用发到 ${maskContact(target)} 的验证码重设的，各处的登录都退出了。不是你做的？马上再重设一次，并联系本站的工作人员。`,
  });

/**
 * Gives an account a new password by a code, and signs in: the code has shown who it is, however many have guessed at
 * the name. All sessions there were end.
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
}): Promise<Entered> => {
  const { address } = origin;
  // Known before the code is looked at: a try is not used up for it.
  if (isWeakPassword(password, '')) throw invalid({ password: WEAK });
  const row = await typedCode({ ctx, purpose, ticket, code, memberId: null, address });
  const { member_id: memberId } = row;
  const passwordHash = await hashPassword(password);
  const own = actingAs(ctx, { kind: 'member', id: memberId });
  return transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const member = await tx
      .selectFrom('member')
      .selectAll()
      .where('id', '=', memberId)
      .executeTakeFirst();
    if (!member || !stillTheirs(member, row)) throw codeIsOver();
    if (isWeakPassword(password, member.username_key)) throw invalid({ password: WEAK });
    await spendCode(tx, row);
    await replacePassword({ ctx: own, tx, memberId, passwordHash, own: null, by: 'code', address });
    // Others that were asked for meanwhile open nothing any more.
    await tx
      .updateTable('contact_code')
      .set({ state: 'used' })
      .where('member_id', '=', memberId)
      .where('purpose', '=', purpose)
      .execute();
    await tell(own, tx, memberId, row.target);
    const now = { ...member, password_hash: passwordHash };
    return enter({ ctx: own, tx, kind: 'login', member: now, origin, by: 'code' });
  });
};
