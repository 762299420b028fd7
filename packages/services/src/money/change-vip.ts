import { lockMember, type Tx } from '@yunbiao/db';
import { audit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { vipRows } from '../software/entitlements.ts';
import type { PlanTime } from './vip-spans.ts';

/** Days of a plan that a member is given, or that are taken back. */
export type VipChange = {
  ctx: Context;
  tx: Tx;
  memberId: number;
  softwareId: number;
  productId: number;
  days: number;
  /** What it was for, e.g. an order's number. */
  reason: string;
};

type Held = Awaited<ReturnType<typeof vipRows>>;
type Laid = { spans: readonly PlanTime[]; takenMs?: number };

/** Puts a member's VIP in a software as it is from now on. */
const write = async (
  { tx, memberId, softwareId }: VipChange,
  now: number,
  spans: readonly PlanTime[],
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
 * Changes a member's VIP and says so in the audit: the only writer of the table. `lay` says how it runs from now on, by
 * what the member holds. Returns that, and when it all ends (epoch ms, null when nothing is left).
 */
export const changeVip = async <T extends Laid>(
  action: 'vip.grant' | 'vip.take',
  change: VipChange,
  lay: (held: Held, now: number) => T,
): Promise<T & { expiresAt: number | null }> => {
  const { ctx, tx, memberId, softwareId, productId, days, reason } = change;
  // Two changes at once would both start from the same end.
  await lockMember(tx, memberId);
  const now = ctx.now();
  const held = await vipRows(tx, { memberId, softwareId, now });
  const laid = lay(held, now);
  await write(change, now, laid.spans);
  const from = held.at(-1)?.endsAt ?? null;
  const expiresAt = laid.spans.at(-1)?.endsAt ?? null;
  await audit({
    ctx,
    tx,
    action,
    subject: `vip:${memberId}`,
    detail: { softwareId, productId, days, from, expiresAt, reason, ...laid },
  });
  return { ...laid, expiresAt };
};
