import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { isoOrNull } from '../time.ts';
import { presentSpans, findVip } from './entitlements.ts';
import { clientsUsed, labelsThisMonth, printersUsed } from './usage.ts';

/** The member's plan in a software, what it allows and what is used. */
export const getVip = async ({
  ctx,
  memberId,
  softwareId,
}: {
  ctx: Context;
  memberId: number;
  softwareId: number;
}): Promise<CallOutput<'getVip'>> => {
  const { kysely } = ctx.db;
  const now = ctx.now();
  const vip = await findVip(kysely, { memberId, softwareId, now });
  return {
    level: vip.level,
    name: vip.name,
    expiresAt: isoOrNull(vip.expiresAt),
    spans: presentSpans(vip.spans),
    entitlements: vip.entitlements,
    usage: {
      labels: await labelsThisMonth(kysely, { memberId, softwareId, now }),
      clients: await clientsUsed(kysely, { memberId, softwareId }),
      printers: await printersUsed(kysely, { memberId, softwareId }),
    },
  };
};
