import type { Selectable, ShareRewardTable, Tx } from '@yunbiao/db';
import { audit } from '../audit/audit.ts';
import { bySystem } from '../actor.ts';
import type { Context } from '../context.ts';
import { createNotices } from '../notice/index.ts';
import { takeVip } from './take-vip.ts';

type Reward = Selectable<ShareRewardTable>;

/**
 * Days of the same plan that a member was given after the reward: they are used after it, so what is left of the plan is
 * theirs first, and the reward's only what goes beyond.
 */
const laterDays = async (tx: Tx, reward: Reward, memberId: number): Promise<number> => {
  const { id, software_id: softwareId, product_id: productId, created_at: since } = reward;
  const bought = await tx
    .selectFrom('member_order')
    .select((eb) => eb.fn.sum<number | null>('days').as('days'))
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('product_id', '=', productId)
    .where('state', '=', 'paid')
    .where('paid_at', '>', since)
    .executeTakeFirst();
  const given = await tx
    .selectFrom('share_reward')
    .select((eb) => eb.fn.sum<number | null>('days').as('days'))
    .where((eb) => eb.or([eb('member_id', '=', memberId), eb('inviter_id', '=', memberId)]))
    .where('software_id', '=', softwareId)
    .where('product_id', '=', productId)
    .where('taken_at', 'is', null)
    .where('id', '>', id)
    .executeTakeFirst();
  return Number(bought?.days ?? 0) + Number(given?.days ?? 0);
};

const takeFrom = async (ctx: Context, tx: Tx, reward: Reward, memberId: number): Promise<number> =>
  takeVip({
    ctx,
    tx,
    memberId,
    softwareId: reward.software_id,
    productId: reward.product_id,
    days: reward.days,
    keepDays: await laterDays(tx, reward, memberId),
    reason: '分享奖励：订单退了款',
  });

/** Whoever brought the member loses days, too, and reads why. */
const takeFromInviter = async (
  ctx: Context,
  tx: Tx,
  reward: Reward,
  inviterId: number,
): Promise<void> => {
  const takenMs = await takeFrom(ctx, tx, reward, inviterId);
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
 * The days an order earned by a share code go back with it, from both sides and from the plan they are of; days that have
 * been used stay used. Then it is as if they had not been earned: the next order, or printing, may earn them. Locks go
 * from the new member to the inviter, as when they were given. Returns whether there was a reward.
 */
export const takeShareReward = async ({
  ctx: asked,
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
  const ctx = bySystem(asked);
  const { member_id: memberId, inviter_id: inviterId } = reward;
  await tx
    .updateTable('share_reward')
    .set({ taken_at: ctx.now() })
    .where('id', '=', reward.id)
    .execute();
  await takeFrom(ctx, tx, reward, memberId);
  if (inviterId !== null) await takeFromInviter(ctx, tx, reward, inviterId);
  await tx
    .updateTable('member')
    .set({ share_rewarded_at: null, inviter_rewarded_at: null })
    .where('id', '=', memberId)
    .execute();
  const detail = { orderId, productId: reward.product_id, days: reward.days };
  await audit({ ctx, tx, action: 'share.take', subject: `member:${memberId}`, detail });
  return true;
};
