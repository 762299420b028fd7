import { lockMemberRow, type Tx } from '@yunbiao/db';
import { recordAudit } from '../../../identity/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { selectVipRows } from '../../../identity/software/entitlements.ts';
import type { PlanSpan } from './vip-spans.ts';

/** Days of a plan to grant to a member or to revoke. */
export type VipChange = {
  ctx: Context;
  tx: Tx;
  memberId: number;
  softwareId: number;
  productId: number;
  days: number;
  /** Reason for the audit log, e.g. an order number. */
  reason: string;
};

type HeldSpans = Awaited<ReturnType<typeof selectVipRows>>;
type NewSpans = { spans: readonly PlanSpan[]; takenMs?: number };

/** Replaces the stored VIP spans of a member in a software. */
const replaceVipSpans = async (
  { tx, memberId, softwareId }: VipChange,
  now: number,
  spans: readonly PlanSpan[],
): Promise<void> => {
  await tx
    .deleteFrom('vip')
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .execute();
  if (spans.length === 0) return;
  await tx
    .insertInto('vip')
    .values(
      spans.map((span) => ({
        member_id: memberId,
        software_id: softwareId,
        product_id: span.productId,
        starts_at: span.startsAt,
        expires_at: span.endsAt,
        updated_at: now,
      })),
    )
    .execute();
};

/**
 * Changes a member's VIP and writes the audit entry. The only writer of the `vip` table. `computeSpans`
 * computes the new spans from the current ones. Returns its result and the end of the last span,
 * epoch ms, null when none is left.
 */
export const changeVip = async <T extends NewSpans>(
  action: 'vip.grant' | 'vip.take',
  change: VipChange,
  computeSpans: (heldSpans: HeldSpans, now: number) => T,
): Promise<T & { expiresAt: number | null }> => {
  const { ctx, tx, memberId, softwareId, productId, days, reason } = change;
  // Without the lock two concurrent changes would start from the same end.
  await lockMemberRow(tx, memberId);
  const now = ctx.now();
  const heldSpans = await selectVipRows(tx, { memberId, softwareId, now });
  const newSpans = computeSpans(heldSpans, now);
  await replaceVipSpans(change, now, newSpans.spans);
  const from = heldSpans.at(-1)?.endsAt ?? null;
  const expiresAt = newSpans.spans.at(-1)?.endsAt ?? null;
  await recordAudit({
    ctx,
    tx,
    action,
    subject: `vip:${memberId}`,
    detail: { softwareId, productId, days, from, expiresAt, reason, ...newSpans },
  });
  return { ...newSpans, expiresAt };
};
