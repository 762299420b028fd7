import { type CallOutput, SHARE_BIND_DAYS } from '@yunbiao/contract';
import { lockMember, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { getOwnMember } from '../member/find.ts';
import { DAY } from '../time.ts';
import { SHARE_YEAR_MS } from '../money/share-reward.ts';
import { presentUser, type UserInfo } from './present.ts';

/** The public card of whoever brought the member; null for nobody. */
export const getUpUserInfo = async ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<CallOutput<'getUpUserInfo'>> => {
  const row = await ctx.db.kysely
    .selectFrom('member')
    .innerJoin('member as inviter', 'inviter.id', 'member.inviter_id')
    .select(['inviter.id', 'inviter.nickname', 'inviter.avatar'])
    .where('member.id', '=', memberId)
    .executeTakeFirst();
  return row ? { ...row, id: String(row.id) } : null;
};

/** How many came by the member's code, and how often that brought days. */
export const shareStat = async ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<CallOutput<'shareStat'>> => {
  const row = await ctx.db.kysely
    .selectFrom('member')
    .select((eb) => [
      eb.fn.countAll<number>().as('invited'),
      eb.fn.count<number>('inviter_rewarded_at').as('rewarded'),
      eb.fn
        .countAll<number>()
        .filterWhere('inviter_rewarded_at', '>', ctx.now() - SHARE_YEAR_MS)
        .as('rewardedThisYear'),
    ])
    .where('inviter_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return {
    invited: Number(row.invited),
    rewarded: Number(row.rewarded),
    rewardedThisYear: Number(row.rewardedThisYear),
  };
};

/** Whether the member stands anywhere above somebody: who brought whom never goes round. */
const isAbove = async (tx: Tx, memberId: number, below: number): Promise<boolean> => {
  let at: number | null = below;
  while (at !== null) {
    if (at === memberId) return true;
    const row: { inviter_id: number | null } | undefined = await tx
      .selectFrom('member')
      .select('inviter_id')
      .where('id', '=', at)
      .executeTakeFirst();
    at = row?.inviter_id ?? null;
  }
  return false;
};

/** A circle is two bindings at once, too: both are locked, the lower id first. */
const lockBoth = async (tx: Tx, one: number, other: number): Promise<void> => {
  await lockMember(tx, Math.min(one, other));
  if (one !== other) await lockMember(tx, Math.max(one, other));
};

/**
 * Binds the code of whoever brought the member, once.
 * @throws 400 for a code nobody has, one's own or one in a circle; 409 when one is bound or sign-up is long ago
 */
export const bindShareCode = ({
  ctx,
  memberId,
  shareCode,
}: {
  ctx: Context;
  memberId: number;
  shareCode: string;
}): Promise<UserInfo> =>
  transaction(ctx.db, async (tx) => {
    const inviter = await tx
      .selectFrom('member')
      .select('id')
      .where('share_code', '=', shareCode)
      .executeTakeFirst();
    if (!inviter) throw invalid({ shareCode: '没有这个分享码，请核对' });
    if (inviter.id === memberId) throw invalid({ shareCode: '不能填自己的分享码' });
    await lockBoth(tx, memberId, inviter.id);
    const member = await getOwnMember(tx, memberId);
    if (member.inviter_id !== null) throw conflict('已经填过分享码了，只能填一次');
    if (ctx.now() - member.created_at > SHARE_BIND_DAYS * DAY)
      throw conflict(`注册超过 ${SHARE_BIND_DAYS} 天，不能再填分享码`);
    if (await isAbove(tx, memberId, inviter.id))
      throw invalid({ shareCode: '这个人是由你邀请来的，不能再填对方的分享码' });
    const bound = await tx
      .updateTable('member')
      .set({ inviter_id: inviter.id, bound_share_code: shareCode })
      .where('id', '=', memberId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return presentUser(bound, ctx.now());
  });
