import { lockMember, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { vipRows } from '../software/entitlements.ts';
import { type Actor, audit } from './audit.ts';
import { takeSpans } from './vip-spans.ts';
import { writeVip } from './write-vip.ts';

/**
 * Takes days of a plan back, as many as are left of it: the only place where VIP shrinks. Days that have been used stay
 * used, and other plans keep theirs. Returns what was taken, ms.
 */
export const takeVip = async ({
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
  await lockMember(tx, memberId);
  const now = ctx.now();
  const held = await vipRows(tx, { memberId, softwareId, now });
  const { spans, takenMs } = takeSpans(held, { productId, days }, now);
  await writeVip(tx, { memberId, softwareId, now }, spans);
  const from = held.at(-1)?.endsAt ?? null;
  const expiresAt = spans.at(-1)?.endsAt ?? null;
  await audit({
    ...{ ctx, tx, actor, action: 'vip.take', subject: `vip:${memberId}` },
    detail: { softwareId, productId, days, takenMs, from, expiresAt, spans, reason },
  });
  return takenMs;
};
