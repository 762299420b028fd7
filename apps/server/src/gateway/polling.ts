import {
  type Context,
  createFailover,
  expireOverdueLabels,
  markMissingClientsOffline,
  type Logger,
  loadClientSnapshots,
  type OwnConnections,
  reconcileConnections,
} from '@yunbiao/services';
import type { Connection } from './connection-types.ts';

/** Polling interval of the database, ms. Messages on the bus may be lost. */
const POLL_MS = 1000;

type PollingOptions = {
  ctx: Context;
  log: Logger;
  listConnections: () => Connection[];
  ownConnections: OwnConnections;
  /** Whether this server moves and expires labels for all servers. */
  isLeader: () => boolean;
  /** Interval of the comparison of the clients' rows with the connections, ms. */
  reconcileMs: number;
};

export type Polling = {
  /** Stops immediately. A running poll ends after its current step. */
  stop: () => void;
  /** Resolves when no poll is running. */
  waitUntilIdle: () => Promise<void>;
};

/**
 * One query for all clients: a thousand single queries would dominate the load of an idle site.
 */
const loadConnectedClients = ({
  ctx,
  listConnections,
}: Pick<PollingOptions, 'ctx' | 'listConnections'>) =>
  loadClientSnapshots({
    ctx,
    clientIds: listConnections().map((connection) => connection.clientId),
  });

/**
 * Polls the database once a second for work of connected clients and, on the leader, for expired
 * items and labels of printer groups to be moved to another printer.
 */
export const startGatewayPolling = ({
  ctx,
  log,
  listConnections,
  ownConnections,
  isLeader,
  reconcileMs,
}: PollingOptions): Polling => {
  let reconciledAt = performance.now();
  const failover = createFailover();
  let isStopped = false;

  const updateStates = async (): Promise<void> => {
    const clients = await loadConnectedClients({ ctx, listConnections });
    if (isStopped) return;
    for (const connection of listConnections())
      connection.handleClientState(clients.get(connection.clientId) ?? null);
  };
  const reconcileRows = async (): Promise<void> => {
    if (performance.now() - reconciledAt < reconcileMs) return;
    reconciledAt = performance.now();
    await reconcileConnections({ ctx, connections: ownConnections });
  };
  const ownSteps = [updateStates, reconcileRows];
  const leaderSteps = [
    () => markMissingClientsOffline({ ctx }),
    () => expireOverdueLabels({ ctx }),
    () => failover.checkOnce(ctx),
  ];
  const runPollingSteps = async (): Promise<void> => {
    for (const step of ownSteps) if (!isStopped) await step();
    for (const step of leaderSteps) if (!isStopped && isLeader()) await step();
  };
  let running: Promise<void> | null = null;
  const poll = setInterval(() => {
    running ??= runPollingSteps()
      .catch((error: unknown) => log.error('gateway', { error: String(error) }))
      .finally(() => {
        running = null;
      });
  }, POLL_MS);
  return {
    stop: () => {
      isStopped = true;
      clearInterval(poll);
    },
    waitUntilIdle: () => running ?? Promise.resolve(),
  };
};
