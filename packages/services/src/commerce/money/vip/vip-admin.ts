import { validateWithSchema, planInput } from '@yunbiao/contract';
import { runTransaction } from '@yunbiao/db';
import { getMemberByName } from '../../../identity/member/find.ts';
import { requireValidInput } from '../../../platform/valid.ts';
import type { Context } from '../../../platform/context.ts';
import { createInvalidInputError } from '../../../platform/errors.ts';
import { createNotices } from '../../../identity/notice/index.ts';
import { selectVipRows } from '../../../identity/software/entitlements.ts';
import { getSoftware } from '../../../identity/software/find.ts';
import { grantVip } from './grant-vip.ts';

type Plan = { id: number; name: string };

/**
 * Finds the plan to grant: the named one, else the member's active one, else the only one.
 * @throws 400 with the list of plans
 */
const getPlan = async (
  ctx: Context,
  request: { memberId: number; softwareId: number; planId: string | undefined },
): Promise<Plan> => {
  const { memberId, softwareId, planId } = request;
  const plans = await ctx.db.kysely
    .selectFrom('product')
    .select(['id', 'name'])
    .where('software_id', '=', softwareId)
    .where('is_free', '=', 0)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const [only, another] = plans;
  if (!only)
    throw createInvalidInputError({ plan: '这款软件还没有收费方案，先用 plan add 加一个' });
  const list = plans.map(({ id, name }) => `${id}（${name}）`).join('、');
  if (planId !== undefined) {
    const namedPlan = plans.find(({ id }) => String(id) === planId);
    if (!namedPlan)
      throw createInvalidInputError({
        plan: `这款软件没有编号是 ${planId} 的收费方案，有 ${list}`,
      });
    return namedPlan;
  }
  const [runs] = await selectVipRows(ctx.db.kysely, { memberId, softwareId, now: ctx.now() });
  if (runs) return { id: runs.productId, name: runs.name };
  if (another)
    throw createInvalidInputError({ plan: `这款软件有几个方案，用 --plan 写明送哪个：${list}` });
  return only;
};

/**
 * Grants VIP days without an order and notifies the member. The reason goes only to the audit log.
 * @throws 400, 404
 */
export const grantVipWithoutOrder = async ({
  ctx,
  username,
  alias,
  days: writtenDays,
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
  const { days } = requireValidInput(
    validateWithSchema(planInput.pick({ days: true }), { days: writtenDays }),
  );
  if (reason.trim() === '') throw createInvalidInputError({ reason: '请写明为什么送' });
  const { id: memberId, username: name } = await getMemberByName(ctx.db.kysely, username);
  const { id: softwareId, alias: ownAlias } = await getSoftware(ctx, { alias });
  const plan = await getPlan(ctx, { memberId, softwareId, planId });
  return runTransaction(ctx.db, async (tx) => {
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
      { memberId, kind: 'order', title: '送你 VIP', text, path: `/${ownAlias}/user` },
    ]);
    return { username: name, plan: plan.name, days, expiresAt };
  });
};
