import {
  type Context,
  createFailover,
  expireOverdueLabels,
  markMissingClientsOffline,
  type Logger,
  loadClientSnapshots,
} from '@yunbiao/services';
import type { Connection } from './connection-types.ts';

/** Polling interval of the database, ms. Messages on the bus may be lost. */
const POLL_MS = 1000;

type PollingOptions = {
  ctx: Context;
  log: Logger;
  listConnections: () => Connection[];
  /** Time after which a client of the previous process counts as offline, ms. */
  reconnectGraceMs: number;
};

export type Polling = {
  /** Stops immediately. A running poll ends after its current step. */
  stop: () => void;
  /** Resolves when no poll is running. */
  waitUntilIdle: () => Promise<void>;
};

/**
 * Polls the database once a second for work of connected clients, expired items, and labels of
 * printer groups to be moved to another printer.
 */
export const startGatewayPolling = ({
  ctx,
  log,
  listConnections,
  reconnectGraceMs,
}: PollingOptions): Polling => {
  const openedAt = performance.now();
  const failover = createFailover();
  let isStopped = false;

  /**
   * One query for all clients: a thousand single queries would dominate the load of an idle site.
   */
  const updateConnectionStates = async (): Promise<void> => {
    const clients = await loadClientSnapshots({
      ctx,
      clientIds: listConnections().map((connection) => connection.clientId),
    });
    if (isStopped) return;
    for (const connection of listConnections())
      connection.handleClientState(clients.get(connection.clientId) ?? null);
  };
  const giveUpAbsentClients = async (): Promise<void> => {
    if (performance.now() - openedAt >= reconnectGraceMs) await markMissingClientsOffline({ ctx });
  };
  const steps = [
    updateConnectionStates,
    giveUpAbsentClients,
    () => expireOverdueLabels({ ctx }),
    () => failover.checkOnce(ctx),
  ];
  const runPollingSteps = async (): Promise<void> => {
    for (const step of steps) if (!isStopped) await step();
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
