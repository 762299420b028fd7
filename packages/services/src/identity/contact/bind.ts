import type { CallOutput, CallParsed, ContactKind } from '@yunbiao/contract';
import { isUniqueViolation, runMemberTransaction } from '@yunbiao/db';
import { requireOwnPassword } from '../account/passwords/require-own-password.ts';
import { presentUser } from '../account/present-user.ts';
import type { SignedIn } from '../account/session.ts';
import { hasOtherSignInMethod } from '../account/sign-in-methods.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import { createConflictError } from '../../platform/errors.ts';
import { maskContact } from '../member/contact.ts';
import { getOwnMember } from '../member/find.ts';
import { notifyOfAccountChange } from '../notice/account-change.ts';
import { recordSecurityEvent } from '../security/event.ts';
import { markCodeUsed, verifyTypedCode } from './codes.ts';

const WORD: Record<ContactKind, string> = { email: '邮箱', phone: '手机号' };

const NOT_ME = '不是你做的？马上修改密码，并联系本站的工作人员。';

/**
 * Binds the contact the code was sent to and replaces the previous one.
 * @throws 400 for a wrong code, 409 if another member has bound the contact
 */
export const bindContact = async ({
  ctx,
  memberId,
  input,
  address,
}: MemberScope & {
  input: CallParsed<'contactBind'>;
  /** Network address the request came from. */
  address: string;
}): Promise<CallOutput<'contactBind'>> => {
  const row = await verifyTypedCode({ ctx, purpose: 'bind', ...input, memberId, address });
  const kind = row.kind as ContactKind;
  try {
    return await runMemberTransaction(ctx.db, memberId, async (tx) => {
      await markCodeUsed(tx, row);
      const previousMember = await getOwnMember(tx, memberId);
      const set = { [kind]: row.target };
      await tx.updateTable('member').set(set).where('id', '=', memberId).execute();
      const subject = `member:${memberId}`;
      await recordSecurityEvent({
        ctx,
        tx,
        kind: 'contact.bind',
        subject,
        address,
        detail: { kind },
      });
      const before = previousMember[kind];
      if (before !== null && before !== row.target)
        await notifyOfAccountChange(ctx, tx, memberId, {
          title: `${WORD[kind]}换了`,
          text: `从 ${maskContact(before)} 换成了 ${maskContact(row.target)}。${NOT_ME}`,
        });
      return presentUser({ ...previousMember, ...set }, ctx.now());
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw createConflictError(`这个${WORD[kind]}已经绑定在另一个账号上，先在那个账号里解绑`);
    throw error;
  }
};

/** Unbinds a contact. @throws 400 for a wrong password, 409 for the only sign-in method, 429 */
export const unbindContact = async ({
  ctx,
  signedIn,
  input: { kind, password },
  address,
}: {
  ctx: Context;
  signedIn: SignedIn;
  input: CallParsed<'contactUnbind'>;
  /** Network address the request came from. */
  address: string;
}): Promise<CallOutput<'contactUnbind'>> => {
  const { id: memberId, password_hash: hash } = signedIn.member;
  if (signedIn.member[kind] === null) return presentUser(signedIn.member, ctx.now());
  if (hash !== '') await requireOwnPassword({ ctx, signedIn, password, address });
  return runMemberTransaction(ctx.db, memberId, async (tx) => {
    const member = await getOwnMember(tx, memberId);
    const before = member[kind];
    if (before === null) return presentUser(member, ctx.now());
    if (!(await hasOtherSignInMethod(ctx, tx, member, kind)))
      throw createConflictError(`${WORD[kind]}是这个账号唯一的登录方式，先设一个密码再解绑`);
    const set = { [kind]: null };
    // Stops digests: an address bound later must opt in again.
    if (kind === 'email')
      await tx
        .updateTable('notice_digest')
        .set({ wanted: 0 })
        .where('member_id', '=', memberId)
        .execute();
    await tx.updateTable('member').set(set).where('id', '=', memberId).execute();
    const subject = `member:${memberId}`;
    await recordSecurityEvent({
      ctx,
      tx,
      kind: 'contact.unbind',
      subject,
      address,
      detail: { kind },
    });
    await notifyOfAccountChange(ctx, tx, memberId, {
      title: `${WORD[kind]}解绑了`,
      text: `${maskContact(before)} 不能再用来登录和找回密码。${NOT_ME}`,
    });
    return presentUser({ ...member, ...set }, ctx.now());
  });
};
