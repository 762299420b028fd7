import { check, planInput } from '@yunbiao/contract';
import { transaction } from '@yunbiao/db';
import { getMemberByName } from '../member/find.ts';
import { valid } from '../valid.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { createNotices } from '../notice/index.ts';
import { vipRows } from '../software/entitlements.ts';
import { getSoftware } from '../software/find.ts';
import { grantVip } from './grant-vip.ts';

type Plan = { id: number; name: string };

/** The plan named; else the one that runs; else the only one there is. @throws 400 that lists them */
const getPlan = async (
  ctx: Context,
  given: { memberId: number; softwareId: number; planId: string | undefined },
): Promise<Plan> => {
  const { memberId, softwareId, planId } = given;
  const plans = await ctx.db.kysely
    .selectFrom('product')
    .select(['id', 'name'])
    .where('software_id', '=', softwareId)
    .where('is_free', '=', 0)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const [only, another] = plans;
  if (!only) throw invalid({ plan: '这款软件还没有收费方案，先用 plan add 加一个' });
  const list = plans.map(({ id, name }) => `${id}（${name}）`).join('、');
  if (planId !== undefined) {
    const named = plans.find(({ id }) => String(id) === planId);
    if (!named) throw invalid({ plan: `这款软件没有编号是 ${planId} 的收费方案，有 ${list}` });
    return named;
  }
  const [runs] = await vipRows(ctx.db.kysely, { memberId, softwareId, now: ctx.now() });
  if (runs) return { id: runs.productId, name: runs.name };
  if (another) throw invalid({ plan: `这款软件有几个方案，用 --plan 写明送哪个：${list}` });
  return only;
};

/**
 * Gives a member days of a plan without an order, and tells the member. The reason is for the audit only.
 * @throws 400, 404
 */
export const giveVip = async ({
  ctx,
  username,
  alias,
  days: written,
  planId,
  reason,
}: {
  ctx: Context;
  username: string;
  alias: string;
  days: string;
  planId?: string | undefined;
  reason: string;
}): Promise<{ username: string; plan: string; days: number; expiresAt: number }> => {
  const { days } = valid(check(planInput.pick({ days: true }), { days: written }));
  if (reason.trim() === '') throw invalid({ reason: '请写明为什么送' });
  const { id: memberId, username: name } = await getMemberByName(ctx.db.kysely, username);
  const { id: softwareId, alias: own } = await getSoftware(ctx, { alias });
  const plan = await getPlan(ctx, { memberId, softwareId, planId });
  return transaction(ctx.db, async (tx) => {
    const expiresAt = await grantVip({
      ctx,
      tx,
      memberId,
      softwareId,
      productId: plan.id,
      days,
      reason,
    });
    const text = `${plan.name}，${days} 天已经加到你的 VIP 上。`;
    await createNotices(ctx, tx, [
      { memberId, kind: 'order', title: '送你 VIP', text, path: `/${own}/user` },
    ]);
    return { username: name, plan: plan.name, days, expiresAt };
  });
};
