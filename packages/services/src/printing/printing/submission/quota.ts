import type { Tx } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { createQuotaExceededError } from '../../../platform/errors.ts';
import { getMemberPlan } from '../../../identity/software/entitlements.ts';
import { countLabelsThisMonth } from '../../../identity/software/usage.ts';

const formatQuotaCount = (value: number): string => value.toLocaleString('en-US');

/**
 * Rejects a batch that does not fit completely into the month's quota. The caller holds the
 * member's lock, so that two concurrent batches cannot both use the remaining quota.
 * @throws 402 with the number of labels left
 */
export const requireLabelQuota = async ({
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
  const { entitlements } = await getMemberPlan(tx, { memberId, softwareId, now });
  const usedLabels = await countLabelsThisMonth(tx, { memberId, softwareId, now });
  const placesLeft = Math.max(0, entitlements.labelsPerMonth - usedLabels);
  if (labels <= placesLeft) return;
  throw createQuotaExceededError(
    `本月还剩 ${formatQuotaCount(placesLeft)} 张，这一批要 ${formatQuotaCount(labels)} 张，整批没有收下；可以升级，或者等下月 1 日`,
    placesLeft,
  );
};
