import type { CallOutput } from '@yunbiao/contract';
import { lockMember, type PasskeyTable, type Selectable, transaction } from '@yunbiao/db';
import { requireSelf } from '../account/fresh.ts';
import type { SignedIn } from '../account/session.ts';
import { hasAnotherWay } from '../account/ways-in.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { getOwnMember } from '../member/find.ts';
import { tellOfAccount } from '../notice/of-account.ts';
import { securityEvent } from '../security/event.ts';
import { iso, isoOrNull } from '../time.ts';

type Item = CallOutput<'passkeyList'>['list'][number];

export const presentPasskey = (row: Selectable<PasskeyTable>): Item => ({
  id: String(row.id),
  name: row.name,
  isSynced: row.is_synced === 1,
  host: row.rp_id,
  createdAt: iso(row.created_at),
  lastUsedAt: isoOrNull(row.last_used_at),
});

export const NOT_ME = '不是你做的？马上改密码、删掉不认识的通行密钥，并联系本站的工作人员。';

export const passkeyList = async ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<CallOutput<'passkeyList'>> => {
  const rows = await ctx.db.kysely
    .selectFrom('passkey')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute();
  return { list: rows.map(presentPasskey) };
};

const gone = () => notFound('没有这个通行密钥，可能已经删除了');

/** @throws 404, also for anybody else's */
export const passkeyRename = async ({
  ctx,
  memberId,
  id,
  name,
}: {
  ctx: Context;
  memberId: number;
  id: number;
  name: string;
}): Promise<void> => {
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw gone();
};

/** @throws 400 for a wrong password, 403 without one and a sign-in just now, 404, 409 when it is the only way in, 429 */
export const passkeyRemove = async ({
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
  /** Network address the request came from. */
  address: string;
}): Promise<void> => {
  const memberId = signedIn.member.id;
  const mine = await ctx.db.kysely
    .selectFrom('passkey')
    .select('id')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!mine) throw gone();
  await requireSelf({ ctx, signedIn, password, address });
  await transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const member = await getOwnMember(tx, memberId);
    if (!(await hasAnotherWay(ctx, tx, member, { passkey: id })))
      throw conflict('这是这个账号唯一的登录方式，先设一个密码再删');
    const row = await tx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .returning('name')
      .executeTakeFirst();
    if (!row) throw gone();
    const subject = `member:${memberId}`;
    await securityEvent({ ctx, tx, kind: 'passkey.remove', subject, address });
    await tellOfAccount(ctx, tx, memberId, {
      title: '删除了一个通行密钥',
      text: `“${row.name}”不能再用来登录。${NOT_ME}`,
    });
  });
};
