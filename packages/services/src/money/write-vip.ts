import type { Tx } from '@yunbiao/db';
import type { PlanTime } from './vip-spans.ts';

/** Puts a member's VIP in a software as it is from now on: the only writer of the table. The caller holds the member. */
export const writeVip = async (
  tx: Tx,
  { memberId, softwareId, now }: { memberId: number; softwareId: number; now: number },
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
        ...{ member_id: memberId, software_id: softwareId, product_id: span.productId },
        ...{ starts_at: span.startsAt, expires_at: span.endsAt, updated_at: now },
      })),
    )
    .execute();
};
