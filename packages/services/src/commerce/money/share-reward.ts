import { SHARE_YEAR_MS } from '../../identity/account/share-code.ts';
import { SHARE_REWARD_LABELS, SHARE_VIP_DAYS, MAX_SHARE_REWARDS_PER_YEAR } from '@yunbiao/contract';
import { lockMemberRow, type Tx, runMemberTransaction } from '@yunbiao/db';
import { copyContextWithSystemActor } from '../../identity/actor.ts';
import type { Context } from '../../platform/context.ts';
import { isAccountDeleted } from '../../identity/member/deleted-account.ts';
import { createNotices } from '../../identity/notice/index.ts';
import { grantVip } from './vip/grant-vip.ts';

type RewardRequest = {
  ctx: Context;
  tx: Tx;
  memberId: number;
  softwareId: number;
  /** The paid order. When absent, the reward was earned by printing. */
  orderId?: number;
};

/** The plan of the reward: the lowest plan on sale; undefined when none is. */
const findLowestPlanOnSale = (tx: Tx, softwareId: number) =>
  tx
    .selectFrom('product')
    .innerJoin('software', 'software.id', 'product.software_id')
    .select(['product.id', 'product.name', 'software.alias'])
    .where('software_id', '=', softwareId)
    .where('is_free', '=', 0)
    .where('product.state', '=', 'on')
    .orderBy('level')
    .orderBy('price_fen')
    .orderBy('product.id')
    .limit(1)
    .executeTakeFirst();

/** Rewards of this inviter within the last year. */
const countRewardsOfLastYear = async (ctx: Context, tx: Tx, inviterId: number): Promise<number> => {
  const row = await tx
    .selectFrom('member')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('inviter_id', '=', inviterId)
    .where('inviter_rewarded_at', '>', ctx.now() - SHARE_YEAR_MS)
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

type RewardText = { plan: { id: number; name: string; alias: string }; code: string; why: string };

/** Grants the reward and sends a notice. */
const grantRewardDays = async (
  { ctx, tx, memberId, softwareId }: RewardRequest,
  { plan, code, why }: RewardText,
): Promise<void> => {
  await grantVip({
    ctx: copyContextWithSystemActor(ctx),
    tx,
    memberId,
    softwareId,
    productId: plan.id,
    days: SHARE_VIP_DAYS,
    reason: `分享码 ${code}`,
  });
  const text = `${why}，${plan.name} ${SHARE_VIP_DAYS} 天已经加到你的 VIP 上。`;
  await createNotices(ctx, tx, [
    { memberId, kind: 'order', title: '分享码送你 VIP', text, path: `/${plan.alias}/user` },
  ]);
};

/** Stores the reward so that a refund of the order can revoke it. */
const storeRewardForRevocation = async (
  { ctx, tx, memberId, softwareId, orderId }: RewardRequest,
  productId: number,
  inviterId: number | null,
): Promise<void> => {
  await tx
    .insertInto('share_reward')
    .values({
      member_id: memberId,
      inviter_id: inviterId,
      software_id: softwareId,
      product_id: productId,
      days: SHARE_VIP_DAYS,
      order_id: orderId ?? null,
      created_at: ctx.now(),
      taken_at: null,
    })
    .execute();
};

/**
 * Rewards a member who signed up with a share code and has paid or printed enough labels, and the
 * inviter: both get VIP days in that software, once. An inviter who reached the yearly limit or
 * deleted the account gets none; the new member still does. Returns false without a share code,
 * without a plan on sale, or when already rewarded. Locks the new member first, then the inviter.
 * Invitations form no cycle, so this cannot deadlock.
 */
export const grantShareRewards = async (earned: RewardRequest): Promise<boolean> => {
  const { ctx, tx, memberId, softwareId } = earned;
  const member = await tx
    .selectFrom('member')
    .select(['inviter_id', 'bound_share_code'])
    .where('id', '=', memberId)
    .where('share_rewarded_at', 'is', null)
    .executeTakeFirst();
  if (!member?.inviter_id) return false;
  const { inviter_id: inviterId } = member;
  const plan = await findLowestPlanOnSale(tx, softwareId);
  if (!plan) return false;
  const { numUpdatedRows } = await tx
    .updateTable('member')
    .set({ share_rewarded_at: ctx.now() })
    .where('id', '=', memberId)
    .where('share_rewarded_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const code = member.bound_share_code ?? '';
  const memberReason = '你由分享码注册，并且付了款或打印满了标签';
  await grantRewardDays(earned, { plan, code, why: memberReason });
  await lockMemberRow(tx, inviterId);
  const hasReachedLimit =
    (await isAccountDeleted(tx, inviterId)) ||
    (await countRewardsOfLastYear(ctx, tx, inviterId)) >= MAX_SHARE_REWARDS_PER_YEAR;
  await storeRewardForRevocation(earned, plan.id, hasReachedLimit ? null : inviterId);
  if (hasReachedLimit) return true;
  await tx
    .updateTable('member')
    .set({ inviter_rewarded_at: ctx.now() })
    .where('id', '=', memberId)
    .execute();
  const reason = '用你的分享码注册的朋友付了款或打印满了标签';
  await grantRewardDays({ ...earned, memberId: inviterId }, { plan, code, why: reason });
  return true;
};

/**
 * The software of the label with which the member reached the required number; null below it.
 * Labels from virtual printers do not count.
 */
const findPrintGoalSoftware = async (ctx: Context, memberId: number): Promise<number | null> => {
  const rows = await ctx.db.kysely
    .selectFrom('detail')
    .innerJoin('client', 'client.id', 'detail.client_id')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .select('batch.software_id')
    .where('detail.member_id', '=', memberId)
    .where('detail.state', 'in', ['printed', 'sent'])
    .where('client.is_virtual', '=', 0)
    .orderBy('detail.id')
    .limit(SHARE_REWARD_LABELS)
    .execute();
  return rows.length < SHARE_REWARD_LABELS ? null : (rows.at(-1)?.software_id ?? null);
};

const MEMBERS_PER_PAGE = 500;

/**
 * Grants the rewards that new members earned by printing. Returns the number of rewarded members.
 */
export const grantPrintingRewards = async ({ ctx }: { ctx: Context }): Promise<number> => {
  let rewarded = 0;
  let after = 0;
  for (;;) {
    const rows = await ctx.db.kysely
      .selectFrom('member')
      .select('id')
      .where('inviter_id', 'is not', null)
      .where('share_rewarded_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(MEMBERS_PER_PAGE)
      .execute();
    for (const { id } of rows) {
      const softwareId = await findPrintGoalSoftware(ctx, id);
      if (softwareId === null) continue;
      const earned = await runMemberTransaction(ctx.db, id, async (tx) => {
        return grantShareRewards({ ctx, tx, memberId: id, softwareId });
      });
      if (earned) rewarded += 1;
    }
    if (rows.length < MEMBERS_PER_PAGE) return rewarded;
    after = rows.at(-1)?.id ?? after;
  }
};
