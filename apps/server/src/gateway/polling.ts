import { CLOSE_CODES, formatRestartReason } from '@yunbiao/contract/gateway/close-codes';
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
/** Clients that leave reconnect at different moments within this time, ms. */
const SPREAD_MS = 2_000;

type PollingOptions = {
  ctx: Context;
  log: Logger;
  listConnections: () => Connection[];
  ownConnections: OwnConnections;
  /** Whether this server moves and expires labels for all servers. */
  isLeader: () => boolean;
  /** Whether the other servers count this one as living. */
  isConnected: () => boolean;
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
const loadRowsOfConnectedClients = ({
  ctx,
  listConnections,
}: Pick<PollingOptions, 'ctx' | 'listConnections'>) =>
  loadClientSnapshots({
    ctx,
    clientIds: listConnections().map((connection) => connection.clientId),
  });

/**
 * Sends clients away to reconnect, at different moments. Those of a server that others take for
 * dead would be shown offline.
 */
const closeConnectionsForReconnect = (connections: readonly Connection[]): void => {
  for (const connection of connections) {
    const delayMs = Math.round(Math.random() * SPREAD_MS);
    connection.close(CLOSE_CODES.serviceRestart, formatRestartReason(delayMs));
  }
};

/** Runs steps one after another, once a second. A run that takes longer is not run twice. */
const startStepsEverySecond = (
  log: Logger,
  steps: readonly (() => Promise<unknown>)[],
): Polling => {
  let isStopped = false;
  const runSteps = async (): Promise<void> => {
    for (const step of steps) if (!isStopped) await step();
  };
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= runSteps()
      .catch((error: unknown) => log.error('gateway', { error: String(error) }))
      .finally(() => {
        running = null;
      });
  }, POLL_MS);
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
    waitUntilIdle: () => running ?? Promise.resolve(),
  };
};

/**
 * Polls the database once a second for work of connected clients and, on the leader, for expired
 * items and labels of printer groups to be moved to another printer. The two do not wait for each
 * other: rows of all servers may be locked by one that hangs.
 */
export const startGatewayPolling = ({
  ctx,
  log,
  listConnections,
  ownConnections,
  isLeader,
  isConnected,
  reconcileMs,
}: PollingOptions): Polling => {
  let reconciledAt = performance.now();
  let failover = createFailover();
  let isStopped = false;

  const updateStates = async (): Promise<void> => {
    const clients = await loadRowsOfConnectedClients({ ctx, listConnections });
    if (isStopped) return;
    for (const connection of listConnections())
      connection.handleClientState(clients.get(connection.clientId) ?? null);
  };
  const sendClientsElsewhere = async (): Promise<void> => {
    if (!isConnected()) closeConnectionsForReconnect(listConnections());
  };
  const reconcileConnectionsWhenDue = async (): Promise<void> => {
    if (!isConnected() || performance.now() - reconciledAt < reconcileMs) return;
    reconciledAt = performance.now();
    await reconcileConnections({ ctx, connections: ownConnections });
  };
  const leaderSteps = [
    () => markMissingClientsOffline({ ctx }),
    () => expireOverdueLabels({ ctx }),
    () => failover.checkOnce(ctx),
  ].map((step) => async () => {
    if (isLeader()) return step();
    // What an earlier leadership observed may have ended since.
    failover = createFailover();
  });
  const loops = [
    startStepsEverySecond(log, [sendClientsElsewhere, updateStates, reconcileConnectionsWhenDue]),
    startStepsEverySecond(log, leaderSteps),
  ];
  return {
    stop: () => {
      isStopped = true;
      for (const loop of loops) loop.stop();
    },
    waitUntilIdle: async () => {
      await Promise.all(loops.map((loop) => loop.waitUntilIdle()));
    },
  };
};
