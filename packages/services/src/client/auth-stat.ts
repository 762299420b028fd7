import type { CallOutput } from '@yunbiao/contract';
import { prepared } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { presentSpans, findVip } from '../software/entitlements.ts';
import { clientsUsed, printersUsed, labelsThisMonth } from '../software/usage.ts';
import { isoOrNull } from '../time.ts';
import { listPrinters } from './list.ts';
import { printerState } from './present.ts';

const clientRows = prepared((db, { memberId }: { memberId: number }) =>
  db
    .selectFrom('client')
    .select(['id', 'enabled'])
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null),
);

/** How the printers of each client that is online are. Of one that is away nothing is known. */
const onlineNow = async (ctx: Context, memberId: number) => {
  const { kysely } = ctx.db;
  const rows = await clientRows(kysely, { memberId });
  const online = rows.filter(({ id }) => ctx.presence.online(id));
  const printers = await listPrinters(
    kysely,
    online.map(({ id }) => id),
  );
  return online.map(({ id, enabled }) => ({
    enabled: enabled === 1,
    states: (printers.get(id) ?? []).map(
      // Of itself: that its client is paused is no trouble of the printer's.
      (printer) => printerState(ctx, { ...printer, enabled: 1, revoked_at: null }, true).state,
    ),
  }));
};

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
  const vip = await findVip(kysely, { memberId, softwareId, now });
  const online = await onlineNow(ctx, memberId);
  return {
    clientsAllowed: vip.entitlements.clients,
    clientsUsed: await clientsUsed(kysely, { memberId, softwareId }),
    clientsOnline: online.filter((client) => client.enabled).length,
    printersUsed: await printersUsed(kysely, { memberId, softwareId }),
    printersReady: online
      .filter((client) => client.enabled)
      .flatMap((client) => client.states)
      .filter((state) => state === 'idle' || state === 'processing').length,
    attention: online.filter((client) => client.states.includes('stopped')).length,
    virtualOffered: ctx.virtual !== undefined,
    labelsThisMonth: await labelsThisMonth(kysely, { memberId, softwareId, now }),
    labelsPerMonth: vip.entitlements.labelsPerMonth,
    entitlements: vip.entitlements,
    vipName: vip.name,
    vipExpiresAt: isoOrNull(vip.expiresAt),
    vipSpans: presentSpans(vip.spans),
  };
};
