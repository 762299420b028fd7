import type { Selectable, ShareRewardTable, Tx } from '@yunbiao/db';
import { recordAudit } from '../../identity/audit/audit.ts';
import { copyContextWithSystemActor } from '../../identity/actor.ts';
import type { Context } from '../../platform/context.ts';
import { createNotices } from '../../identity/notice/index.ts';
import { revokeVip } from './vip/revoke-vip.ts';

type Reward = Selectable<ShareRewardTable>;

/**
 * Days of the same plan that the member got after the reward. They are used after it, so remaining
 * time up to this number of days does not belong to the reward.
 */
const countPlanDaysAfterReward = async (
  tx: Tx,
  reward: Reward,
  memberId: number,
): Promise<number> => {
  const { id, software_id: softwareId, product_id: productId, created_at: since } = reward;
  const boughtDays = await tx
    .selectFrom('member_order')
    .select((eb) => eb.fn.sum<number | null>('days').as('days'))
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('product_id', '=', productId)
    .where('state', '=', 'paid')
    .where('paid_at', '>', since)
    .executeTakeFirst();
  const givenDays = await tx
    .selectFrom('share_reward')
    .select((eb) => eb.fn.sum<number | null>('days').as('days'))
    .where((eb) => eb.or([eb('member_id', '=', memberId), eb('inviter_id', '=', memberId)]))
    .where('software_id', '=', softwareId)
    .where('product_id', '=', productId)
    .where('taken_at', 'is', null)
    .where('id', '>', id)
    .executeTakeFirst();
  return Number(boughtDays?.days ?? 0) + Number(givenDays?.days ?? 0);
};

const revokeRewardDays = async (
  ctx: Context,
  tx: Tx,
  reward: Reward,
  memberId: number,
): Promise<number> =>
  revokeVip({
    ctx,
    tx,
    memberId,
    softwareId: reward.software_id,
    productId: reward.product_id,
    days: reward.days,
    keepDays: await countPlanDaysAfterReward(tx, reward, memberId),
    reason: '分享奖励：订单退了款',
  });

/** Revokes the inviter's days and sends a notice with the reason. */
const revokeInviterRewardDays = async (
  ctx: Context,
  tx: Tx,
  reward: Reward,
  inviterId: number,
): Promise<void> => {
  const takenMs = await revokeRewardDays(ctx, tx, reward, inviterId);
  if (takenMs === 0) return;
  const { alias } = await tx
    .selectFrom('software')
    .select('alias')
    .where('id', '=', reward.software_id)
    .executeTakeFirstOrThrow();
  await createNotices(ctx, tx, [
    {
      memberId: inviterId,
      kind: 'order',
      title: '收回了分享奖励',
      text: `你邀请的一位会员退了款，为那一单送你的 VIP 天数收回，用掉的不算。`,
      path: `/${alias}/user`,
    },
  ]);
};

/**
 * Revokes the days that a share code earned with a refunded order, from both members and from the
 * plan they belong to. Used days stay used. A later order or printing can earn the reward again.
 * Locks the new member first, then the inviter, as when granting. Returns whether there was a
 * reward.
 */
export const revokeShareReward = async ({
  ctx: callContext,
  tx,
  orderId,
}: {
  ctx: Context;
  tx: Tx;
  orderId: number;
}): Promise<boolean> => {
  const reward = await tx
    .selectFrom('share_reward')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('taken_at', 'is', null)
    .executeTakeFirst();
  if (!reward) return false;
  const ctx = copyContextWithSystemActor(callContext);
  const { member_id: memberId, inviter_id: inviterId } = reward;
  await tx
    .updateTable('share_reward')
    .set({ taken_at: ctx.now() })
    .where('id', '=', reward.id)
    .execute();
  await revokeRewardDays(ctx, tx, reward, memberId);
  if (inviterId !== null) await revokeInviterRewardDays(ctx, tx, reward, inviterId);
  await tx
    .updateTable('member')
    .set({ share_rewarded_at: null, inviter_rewarded_at: null })
    .where('id', '=', memberId)
    .execute();
  const detail = { orderId, productId: reward.product_id, days: reward.days };
  await recordAudit({ ctx, tx, action: 'share.take', subject: `member:${memberId}`, detail });
  return true;
};
