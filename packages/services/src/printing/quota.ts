import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { quotaExceeded } from '../errors.ts';
import { findVip } from '../software/entitlements.ts';
import { labelsThisMonth } from '../software/usage.ts';

const figure = (value: number): string => value.toLocaleString('en-US');

/**
 * Refuses a batch that does not fit into the month whole. The caller holds the member's lock, so that two batches at
 * once cannot both take what is left.
 * @throws 402 with what is left
 */
export const requireQuota = async ({
  ctx,
  tx,
  memberId,
  softwareId,
  labels,
}: {
  ctx: Context;
  tx: Tx;
  memberId: number;
  softwareId: number;
  labels: number;
}): Promise<void> => {
  const now = ctx.now();
  const { entitlements } = await findVip(tx, { memberId, softwareId, now });
  const used = await labelsThisMonth(tx, { memberId, softwareId, now });
  const left = Math.max(0, entitlements.labelsPerMonth - used);
  if (labels <= left) return;
  throw quotaExceeded(
    `本月还剩 ${figure(left)} 张，这一批要 ${figure(labels)} 张，整批没有收下；可以升级，或者等下月 1 日`,
    left,
  );
};
