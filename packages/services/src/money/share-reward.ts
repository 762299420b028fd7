import { SHARE_LABELS, SHARE_VIP_DAYS, SHARE_YEARLY } from '@yunbiao/contract';
import { lockMember, transaction, type Tx } from '@yunbiao/db';
import { bySystem } from '../actor.ts';
import type { Context } from '../context.ts';
import { hasLeft } from '../member/left.ts';
import { createNotices } from '../notice/index.ts';
import { DAY } from '../time.ts';
import { grantVip } from './grant-vip.ts';

type Earned = {
  ctx: Context;
  tx: Tx;
  memberId: number;
  softwareId: number;
  /** The order that was paid; left out: earned by printing. */
  orderId?: number;
};

/** What “a year” is where an inviter's rewards are counted. */
export const SHARE_YEAR_MS = 365 * DAY;

/** What the days are of: the lowest plan on sale; undefined where nothing is sold. */
const getPlan = (tx: Tx, softwareId: number) =>
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

/** How often in a year back from now this member was given days for somebody. */
const earnedBy = async (ctx: Context, tx: Tx, inviterId: number): Promise<number> => {
  const row = await tx
    .selectFrom('member')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('inviter_id', '=', inviterId)
    .where('inviter_rewarded_at', '>', ctx.now() - SHARE_YEAR_MS)
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

type Gift = { plan: { id: number; name: string; alias: string }; code: string; why: string };

/** Gives the days and says so. */
const give = async (
  { ctx, tx, memberId, softwareId }: Earned,
  { plan, code, why }: Gift,
): Promise<void> => {
  await grantVip({
    ctx: bySystem(ctx),
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

/** What was given and for what, so that it can go back with the order. */
const writeDown = async (
  { ctx, tx, memberId, softwareId, orderId }: Earned,
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
 * A member who came by a share code has paid, or printed as much as counts like it: both get days of VIP in that
 * software, once. An inviter who has had the most of a year gets none; the new member does. Does nothing for who came by
 * no code. Locks go from the new member to the inviter, and nobody is an inviter's inviter in a circle.
 */
export const rewardShare = async (earned: Earned): Promise<boolean> => {
  const { ctx, tx, memberId, softwareId } = earned;
  const member = await tx
    .selectFrom('member')
    .select(['inviter_id', 'bound_share_code'])
    .where('id', '=', memberId)
    .where('share_rewarded_at', 'is', null)
    .executeTakeFirst();
  if (!member?.inviter_id) return false;
  const { inviter_id: inviterId } = member;
  const plan = await getPlan(tx, softwareId);
  if (!plan) return false;
  const { numUpdatedRows } = await tx
    .updateTable('member')
    .set({ share_rewarded_at: ctx.now() })
    .where('id', '=', memberId)
    .where('share_rewarded_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const code = member.bound_share_code ?? '';
  const invited = '你由分享码注册，并且付了款或印满了标签';
  await give(earned, { plan, code, why: invited });
  await lockMember(tx, inviterId);
  const isFull =
    (await hasLeft(tx, inviterId)) || (await earnedBy(ctx, tx, inviterId)) >= SHARE_YEARLY;
  await writeDown(earned, plan.id, isFull ? null : inviterId);
  if (isFull) return true;
  await tx
    .updateTable('member')
    .set({ inviter_rewarded_at: ctx.now() })
    .where('id', '=', memberId)
    .execute();
  const why = '用你的分享码注册的朋友付了款或印满了标签';
  await give({ ...earned, memberId: inviterId }, { plan, code, why });
  return true;
};

/** The software the label was printed in that made it enough; null while it is not. Virtual printers do not count. */
const printedIn = async (ctx: Context, memberId: number): Promise<number | null> => {
  const rows = await ctx.db.kysely
    .selectFrom('detail')
    .innerJoin('client', 'client.id', 'detail.client_id')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .select('batch.software_id')
    .where('detail.member_id', '=', memberId)
    .where('detail.state', 'in', ['printed', 'sent'])
    .where('client.is_virtual', '=', 0)
    .orderBy('detail.id')
    .limit(SHARE_LABELS)
    .execute();
  return rows.length < SHARE_LABELS ? null : (rows.at(-1)?.software_id ?? null);
};

const AT_ONCE = 500;

/** Gives what new members have earned by printing. Returns how many. */
export const rewardPrinting = async ({ ctx }: { ctx: Context }): Promise<number> => {
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
      .limit(AT_ONCE)
      .execute();
    for (const { id } of rows) {
      const softwareId = await printedIn(ctx, id);
      if (softwareId === null) continue;
      const earned = await transaction(ctx.db, async (tx) => {
        await lockMember(tx, id);
        return rewardShare({ ctx, tx, memberId: id, softwareId });
      });
      if (earned) rewarded += 1;
    }
    if (rows.length < AT_ONCE) return rewarded;
    after = rows.at(-1)?.id ?? after;
  }
};
