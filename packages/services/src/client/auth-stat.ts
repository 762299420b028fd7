import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { presentSpans, vipOf } from '../software/entitlements.ts';
import { clientsUsed, labelsThisMonth } from '../software/usage.ts';
import { isoOrNull } from '../time.ts';
import { clientList } from './list.ts';

/** Clients allowed, used and online, labels of the month, VIP end: the figures over the client list. */
export const authStat = async ({
  ctx,
  memberId,
  softwareId,
}: {
  ctx: Context;
  memberId: number;
  softwareId: number;
}): Promise<CallOutput<'authStat'>> => {
  const { kysely } = ctx.db;
  const now = ctx.now();
  const vip = await vipOf(kysely, { memberId, softwareId, now });
  const { list } = await clientList({ ctx, memberId });
  const online = list.filter((client) => client.online);
  const isStopped = (state: string): boolean => state === 'stopped';
  return {
    clientsAllowed: vip.entitlements.clients,
    clientsUsed: await clientsUsed(kysely, { memberId, softwareId }),
    clientsOnline: online.length,
    printersReady: online
      .filter((client) => client.enabled)
      .flatMap((client) => client.printers)
      .filter((printer) => printer.state === 'idle' || printer.state === 'processing').length,
    attention: online.filter((client) =>
      client.printers.some((printer) => isStopped(printer.state)),
    ).length,
    virtualOffered: ctx.virtual !== undefined,
    labelsThisMonth: await labelsThisMonth(kysely, { memberId, softwareId, now }),
    labelsPerMonth: vip.entitlements.labelsPerMonth,
    vipName: vip.name,
    vipExpiresAt: isoOrNull(vip.expiresAt),
    vipSpans: presentSpans(vip.spans),
  };
};
