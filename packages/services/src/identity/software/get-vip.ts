import type { CallOutput } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { toIsoOrNull } from '../../platform/time.ts';
import { presentVipSpans, getMemberPlan } from './entitlements.ts';
import { countClientsUsed, countLabelsThisMonth, countPrintersUsed } from './usage.ts';

/** The member's plan in a software, its entitlements and the usage. */
export const getPlanAndUsage = async ({
  ctx,
  memberId,
  softwareId,
}: MemberScope & { softwareId: number }): Promise<CallOutput<'getVip'>> => {
  const { kysely } = ctx.db;
  const now = ctx.now();
  const vip = await getMemberPlan(kysely, { memberId, softwareId, now });
  return {
    level: vip.level,
    name: vip.name,
    expiresAt: toIsoOrNull(vip.expiresAt),
    spans: presentVipSpans(vip.spans),
    entitlements: vip.entitlements,
    usage: {
      labels: await countLabelsThisMonth(kysely, { memberId, softwareId, now }),
      clients: await countClientsUsed(kysely, { memberId, softwareId }),
      printers: await countPrintersUsed(kysely, { memberId, softwareId }),
    },
  };
};
