import type { CallOutput } from '@yunbiao/contract';
import { type PasskeyTable, type Selectable, runMemberTransaction } from '@yunbiao/db';
import { requireReauthentication } from '../account/require-reauthentication.ts';
import type { SignedIn } from '../account/session.ts';
import { hasOtherSignInMethod } from '../account/sign-in-methods.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import { createConflictError, createNotFoundError } from '../../platform/errors.ts';
import { getOwnMember } from '../member/find.ts';
import { notifyOfAccountChange } from '../notice/account-change.ts';
import { recordSecurityEvent } from '../security/event.ts';
import { toIso, toIsoOrNull } from '../../platform/time.ts';

type Item = CallOutput<'passkeyList'>['list'][number];

export const presentPasskey = (row: Selectable<PasskeyTable>): Item => ({
  id: String(row.id),
  name: row.name,
  isSynced: row.is_synced === 1,
  host: row.rp_id,
  createdAt: toIso(row.created_at),
  lastUsedAt: toIsoOrNull(row.last_used_at),
});

export const NOT_ME_ADVICE =
  '不是你做的？马上修改密码、删除不认识的通行密钥，并联系本站的工作人员。';

export const listOwnPasskeys = async ({
  ctx,
  memberId,
}: MemberScope): Promise<CallOutput<'passkeyList'>> => {
  const rows = await ctx.db.kysely
    .selectFrom('passkey')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute();
  return { list: rows.map(presentPasskey) };
};

const createPasskeyNotFoundError = () => createNotFoundError('没有这个通行密钥，可能已经删除了');

/** Renames a passkey of the member. @throws 404, also for a passkey of another member */
export const renamePasskey = async ({
  ctx,
  memberId,
  id,
  name,
}: MemberScope & { id: number; name: string }): Promise<void> => {
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw createPasskeyNotFoundError();
};

/**
 * @throws 400 for a wrong password, 403 without a password and without a recent sign-in, 404, 409
 * when it is the only sign-in method, 429
 */
export const removePasskey = async ({
  ctx,
  signedIn,
  id,
  password,
  address,
}: {
  ctx: Context;
  signedIn: SignedIn;
  id: number;
  password: string;
  /** Network address of the request. */
  address: string;
}): Promise<void> => {
  const memberId = signedIn.member.id;
  const ownPasskey = await ctx.db.kysely
    .selectFrom('passkey')
    .select('id')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!ownPasskey) throw createPasskeyNotFoundError();
  await requireReauthentication({ ctx, signedIn, password, address });
  await runMemberTransaction(ctx.db, memberId, async (tx) => {
    const member = await getOwnMember(tx, memberId);
    if (!(await hasOtherSignInMethod(ctx, tx, member, { passkey: id })))
      throw createConflictError('这是这个账号唯一的登录方式，先设一个密码再删');
    const row = await tx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .returning('name')
      .executeTakeFirst();
    if (!row) throw createPasskeyNotFoundError();
    const subject = `member:${memberId}`;
    await recordSecurityEvent({ ctx, tx, kind: 'passkey.remove', subject, address });
    await notifyOfAccountChange(ctx, tx, memberId, {
      title: '删除了一个通行密钥',
      text: `“${row.name}”不能再用来登录。${NOT_ME_ADVICE}`,
    });
  });
};
