import { type CallOutput, SHARE_BIND_DAYS } from '@yunbiao/contract';
import { lockMemberRow, runTransaction, type Tx } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { createConflictError, createInvalidInputError } from '../../platform/errors.ts';
import { getOwnMember } from '../member/find.ts';
import { presentUser, type UserInfo } from './present-user.ts';
import { DAY } from '../../platform/time.ts';

/** Returns the public profile of the inviter; null without one. */
export const getInviter = async ({
  ctx,
  memberId,
}: MemberScope): Promise<CallOutput<'getUpUserInfo'>> => {
  const row = await ctx.db.kysely
    .selectFrom('member')
    .innerJoin('member as inviter', 'inviter.id', 'member.inviter_id')
    .select(['inviter.id', 'inviter.nickname', 'inviter.avatar'])
    .where('member.id', '=', memberId)
    .executeTakeFirst();
  return row ? { ...row, id: String(row.id) } : null;
};

/** Counts members invited by the code, and rewards earned. */
export const getShareStatistics = async ({
  ctx,
  memberId,
}: MemberScope): Promise<CallOutput<'shareStat'>> => {
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

/** True when `memberId` is a direct or indirect inviter of `below`. Invitations form no cycle. */
const isInviterOfMember = async (tx: Tx, memberId: number, below: number): Promise<boolean> => {
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

/** Two concurrent bindings could form a cycle. Locks both members, the lower id first. */
const lockMembersInOrder = async (tx: Tx, memberA: number, memberB: number): Promise<void> => {
  await lockMemberRow(tx, Math.min(memberA, memberB));
  if (memberA !== memberB) await lockMemberRow(tx, Math.max(memberA, memberB));
};

/**
 * Binds an inviter's code, once per member.
 * @throws 400 for an unknown code, the member's own code or one that would form a cycle; 409 when a
 * code is bound already or the sign-up is too long ago
 */
export const bindShareCode = ({
  ctx,
  memberId,
  shareCode,
}: MemberScope & { shareCode: string }): Promise<UserInfo> =>
  runTransaction(ctx.db, async (tx) => {
    const inviter = await tx
      .selectFrom('member')
      .select('id')
      .where('share_code', '=', shareCode)
      .executeTakeFirst();
    if (!inviter) throw createInvalidInputError({ shareCode: '没有这个分享码，请核对' });
    if (inviter.id === memberId) throw createInvalidInputError({ shareCode: '不能填自己的分享码' });
    await lockMembersInOrder(tx, memberId, inviter.id);
    const member = await getOwnMember(tx, memberId);
    if (member.inviter_id !== null) throw createConflictError('已经填过分享码了，只能填一次');
    if (ctx.now() - member.created_at > SHARE_BIND_DAYS * DAY)
      throw createConflictError(`注册超过 ${SHARE_BIND_DAYS} 天，不能再填分享码`);
    if (await isInviterOfMember(tx, memberId, inviter.id))
      throw createInvalidInputError({ shareCode: '这个人是由你邀请来的，不能再填对方的分享码' });
    const bound = await tx
      .updateTable('member')
      .set({ inviter_id: inviter.id, bound_share_code: shareCode })
      .where('id', '=', memberId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return presentUser(bound, ctx.now());
  });

/** Period of the inviter's yearly limit, ms. */
export const SHARE_YEAR_MS = 365 * DAY;
