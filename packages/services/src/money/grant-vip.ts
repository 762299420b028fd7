import { lockMember, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { vipRows } from '../software/entitlements.ts';
import { type Actor, audit } from './audit.ts';
import { laySpans } from './vip-spans.ts';
import { writeVip } from './write-vip.ts';

/**
 * Gives a member days of a plan: the only place where VIP grows. They are added to the later of now and the current
 * end; of two plans the higher one runs first. Returns the new end, epoch ms.
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
  const { level } = await tx
    .selectFrom('product')
    .select('level')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  const held = await vipRows(tx, { memberId, softwareId, now });
  const spans = laySpans(held, { productId, level, days }, now);
  await writeVip(tx, { memberId, softwareId, now }, spans);
  const expiresAt = spans.at(-1)?.endsAt ?? now;
  const from = held.at(-1)?.endsAt ?? null;
  await audit({
    ...{ ctx, tx, actor, action: 'vip.grant', subject: `vip:${memberId}` },
    detail: { softwareId, productId, days, from, expiresAt, spans, reason },
  });
  return expiresAt;
};
