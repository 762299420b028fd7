import { lockMember, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { DAY } from '../time.ts';
import { type Actor, audit } from './audit.ts';

/** Plans of a member that still runs; the higher one is kept while both do. */
const higher = async (tx: Tx, now: number, next: number): Promise<number> => {
  const rows = await tx
    .selectFrom('product')
    .select(['id', 'level'])
    .where('id', 'in', [now, next])
    .execute();
  const levelOf = (id: number): number => rows.find((row) => row.id === id)?.level ?? 0;
  return levelOf(now) > levelOf(next) ? now : next;
};

/**
 * Gives a member days of a plan: the only place where VIP grows. They are added to the later of now and the current
 * end; the entitlements are the higher plan's from now on. Returns the new end, epoch ms.
 */
export const grantVip = async ({
  ctx,
  tx,
  actor,
  memberId,
  softwareId,
  productId,
  days,
  reason,
}: {
  ctx: Context;
  tx: Tx;
  actor: Actor;
  memberId: number;
  softwareId: number;
  productId: number;
  days: number;
  /** What it was for, e.g. an order's number. */
  reason: string;
}): Promise<number> => {
  // Two grants at once would both start from the same end.
  await lockMember(tx, memberId);
  const now = ctx.now();
  const current = await tx
    .selectFrom('vip')
    .select(['product_id', 'expires_at'])
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .executeTakeFirst();
  const runs = current !== undefined && current.expires_at > now;
  const plan = runs ? await higher(tx, current.product_id, productId) : productId;
  const expiresAt = (runs ? current.expires_at : now) + days * DAY;
  const set = { product_id: plan, expires_at: expiresAt, updated_at: now };
  await tx
    .insertInto('vip')
    .values({ member_id: memberId, software_id: softwareId, ...set })
    .onConflict((clash) => clash.columns(['member_id', 'software_id']).doUpdateSet(set))
    .execute();
  await audit({
    ...{ ctx, tx, actor, action: 'vip.grant', subject: `vip:${memberId}` },
    detail: { softwareId, productId, days, from: current?.expires_at ?? null, expiresAt, reason },
  });
  return expiresAt;
};
