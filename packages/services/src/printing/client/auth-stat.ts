import type { CallOutput } from '@yunbiao/contract';
import { createQueryCompiledOnce } from '@yunbiao/db';
import type { Context, MemberScope } from '../../platform/context.ts';
import { presentVipSpans, getMemberPlan } from '../../identity/software/entitlements.ts';
import {
  countClientsUsed,
  countPrintersUsed,
  countLabelsThisMonth,
} from '../../identity/software/usage.ts';
import { toIsoOrNull } from '../../platform/time.ts';
import { isClientOnline } from './is-client-online.ts';
import { loadPrintersByClient } from './list.ts';
import { resolvePrinterState } from './present-client.ts';

const selectClientRows = createQueryCompiledOnce((db, { memberId }: { memberId: number }) =>
  db
    .selectFrom('client')
    .select(['id', 'enabled', 'node_id'])
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null),
);

/** Printer states of each online client. The states of offline clients are unknown. */
const listOnlineClients = async (ctx: Context, memberId: number) => {
  const { kysely } = ctx.db;
  const rows = await selectClientRows(kysely, { memberId });
  const online = rows.filter((row) => isClientOnline(ctx, row));
  const printers = await loadPrintersByClient(
    kysely,
    online.map(({ id }) => id),
  );
  return online.map(({ id, enabled }) => ({
    enabled: enabled === 1,
    states: (printers.get(id) ?? []).map(
      // The printer's own state: a paused client is not a fault of the printer.
      (printer) =>
        resolvePrinterState(ctx, { ...printer, enabled: 1, revoked_at: null }, true).state,
    ),
  }));
};

/**
 * Figures above the client list: allowed, used and online clients, labels of the month, VIP expiry.
 */
export const getClientSummary = async ({
  ctx,
  memberId,
  softwareId,
}: MemberScope & { softwareId: number }): Promise<CallOutput<'authStat'>> => {
  const { kysely } = ctx.db;
  const now = ctx.now();
  const vip = await getMemberPlan(kysely, { memberId, softwareId, now });
  const online = await listOnlineClients(ctx, memberId);
  return {
    clientsAllowed: vip.entitlements.clients,
    clientsUsed: await countClientsUsed(kysely, { memberId, softwareId }),
    clientsOnline: online.filter((client) => client.enabled).length,
    printersUsed: await countPrintersUsed(kysely, { memberId, softwareId }),
    printersReady: online
      .filter((client) => client.enabled)
      .flatMap((client) => client.states)
      .filter((state) => state === 'idle' || state === 'processing').length,
    attention: online.filter((client) => client.states.includes('stopped')).length,
    virtualOffered: ctx.virtual !== undefined,
    labelsThisMonth: await countLabelsThisMonth(kysely, { memberId, softwareId, now }),
    labelsPerMonth: vip.entitlements.labelsPerMonth,
    entitlements: vip.entitlements,
    vipName: vip.name,
    vipExpiresAt: toIsoOrNull(vip.expiresAt),
    vipSpans: presentVipSpans(vip.spans),
  };
};
