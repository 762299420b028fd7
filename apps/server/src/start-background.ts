import type { Server } from 'node:http';
import { startDigests } from './background/digests.ts';
import { startMissingIndexBuild } from './background/index-content.ts';
import { startScheduledMaintenance } from './background/scheduled-maintenance.ts';
import { attachGateway } from './gateway/index.ts';
import { getRequestAddress } from './http/client-address.ts';
import type { Cluster } from './nodes/cluster.ts';
import type { SiteServices } from './open-services.ts';
import { startPaymentSweeps } from './pay/start-cashier.ts';
import type { StartState } from './start-state.ts';
import { startWebhookSender } from './webhooks/sender.ts';
import type { WorkBudget } from './budget/work-budget.ts';

/** Lets print clients connect and starts the background jobs. */
export const startBackground = (
  state: StartState,
  { ctx, virtual }: SiteServices,
  {
    server,
    budget,
    cluster,
    isShared,
  }: { server: Server; budget: WorkBudget; cluster: Cluster; isShared: boolean },
): void => {
  const { config, log, closers } = state;
  const { isLeader, isConnected } = cluster;
  const gateway = attachGateway({
    server,
    ctx,
    budget,
    getAddress: (request) => getRequestAddress(request, config.trustProxy),
    isShared,
    isLeader,
    isConnected,
  });
  state.halt = gateway.halt;
  closers.push(() => gateway.close());
  // Stopped before the gateway, so that its final messages still arrive.
  if (virtual) closers.push(virtual.stop);
  closers.push(startMissingIndexBuild(ctx, { log, isLeader }));
  closers.push(startScheduledMaintenance(ctx, { isLeader }));
  closers.push(startDigests(ctx, { isLeader }));
  closers.push(startPaymentSweeps(ctx));
  closers.push(startWebhookSender(ctx));
};
