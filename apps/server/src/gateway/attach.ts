import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE_CODES, formatRestartReason } from '@yunbiao/contract/gateway/close-codes';
import { GATEWAY_PATH } from '@yunbiao/contract/gateway/gateway';
import type { Context, Logger } from '@yunbiao/services';
import { WebSocketServer } from 'ws';
import { closeInSlices } from '../http/close-in-slices.ts';
import { sendStatusAndDestroySocket } from '../http/http-server.ts';
import { createTurnScheduler } from '../budget/turn-scheduler.ts';
import { createWorkBudget, type WorkBudget } from '../budget/work-budget.ts';
import { createAddressChecks } from './address-checks.ts';
import { admitClient, type GatewayState } from './admit-client.ts';
import { createConnectionRegistry } from './connection-registry.ts';
import { createRejectedKeyCounter } from './failures.ts';
import { startGatewayPolling } from './polling.ts';
import { createUpgradeQueue } from './upgrade-queue.ts';

const MAX_PAYLOAD = 1024 * 1024;
/** Interval between pings, ms. A dead peer is detected within twice this time. */
const HEARTBEAT_MS = 12_000;
/** Interval of the comparison of the clients' rows with the connections, ms. */
const RECONCILE_MS = 10_000;

export type GatewayOptions = {
  server: Server;
  ctx: Context;
  log?: Logger;
  /** Work budget per member. Omitted: the gateway creates its own. */
  budget?: WorkBudget;
  /** Address of the client. Behind a proxy this is not the socket's address. */
  getAddress?: (request: IncomingMessage) => string;
  /** Upgrades on other paths of this server have another handler. */
  isShared?: boolean;
  /** Whether this server moves and expires labels for all servers. Omitted: it is the only one. */
  isLeader?: () => boolean;
  /**
   * Whether the other servers count this one as living. While they do not, its clients are sent to
   * them. Omitted: it is the only one.
   */
  isConnected?: () => boolean;
  /**
   * Overrides timeouts, ms: wait for the hello, heartbeat interval, interval of the comparison of
   * the clients' rows with the connections, minimum lifetime of a connection (`stayMs`).
   */
  timeouts?: { helloMs?: number; heartbeatMs?: number; reconcileMs?: number; stayMs?: number };
};

export type Gateway = {
  /**
   * Stops immediately: no more leases, moves or expirations, and no new clients. Another server
   * holds the database.
   */
  halt: () => void;
  /**
   * Disconnects every client with a request to reconnect later, after its received messages were
   * handled.
   */
  close: () => Promise<void>;
};

const createGatewayState = ({
  ctx,
  getAddress,
  timeouts = {},
  budget,
  isConnected = () => true,
}: GatewayOptions): GatewayState => {
  const workBudget = budget ?? createWorkBudget({ now: ctx.now, sleep: ctx.sleep });
  const state: GatewayState = {
    ctx,
    budget: workBudget,
    sockets: new WebSocketServer({
      noServer: true,
      maxPayload: MAX_PAYLOAD,
      perMessageDeflate: false,
      // One frame per turn of the event loop: a single read may contain thousands.
      allowSynchronousEvents: false,
    }),
    pause: createTurnScheduler().pause,
    failures: createRejectedKeyCounter(ctx),
    awaitUpgrade: createUpgradeQueue(workBudget),
    roster: createConnectionRegistry(ctx, () => state.isClosing),
    openConnections: new Set(),
    getAddress: getAddress ?? ((request) => request.socket.remoteAddress ?? ''),
    helloMs: timeouts.helloMs,
    minConnectedMs: timeouts.stayMs,
    isConnected,
    isClosing: false,
    isHalted: false,
  };
  return state;
};

/** Admits clients on the gateway's path. Returns a function that stops it. */
const admitClientsOnUpgrade = (
  state: GatewayState,
  { server, log = state.ctx.log, isShared = false }: GatewayOptions,
): (() => void) => {
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // The HTTP parser has released the socket. Without a listener, a socket error would be an
    // uncaught exception.
    socket.on('error', () => socket.destroy());
    // Split instead of parsed: a request target may be any text.
    if (request.url?.split('?', 1)[0] !== GATEWAY_PATH) {
      if (!isShared) sendStatusAndDestroySocket(socket, 404);
      return;
    }
    admitClient(state, request, socket, head).catch((error: unknown) => {
      log.error('gateway', { error: String(error) });
      sendStatusAndDestroySocket(socket, 503);
    });
  };
  server.on('upgrade', onUpgrade);
  return () => server.off('upgrade', onUpgrade);
};

/** Subscribes to events of clients. Returns a function that unsubscribes. */
const subscribeToClientEvents = (state: GatewayState, log: Logger): (() => void) => {
  const { ctx, roster, openConnections } = state;
  const addressChecks = createAddressChecks({ ctx, log, openConnections });
  const offs = [
    ctx.bus.on('client-work', ({ clientId }) => roster.get(clientId)?.wake()),
    ctx.bus.on('client-revoked', ({ clientId }) =>
      roster.get(clientId)?.close(CLOSE_CODES.revoked, 'revoked'),
    ),
    ctx.bus.on('addresses-changed', ({ memberId }) => addressChecks.checkMember(memberId)),
    ctx.bus.on('events-lost', () => addressChecks.checkAll()),
  ];
  return () => {
    for (const off of offs) off();
    addressChecks.stop();
  };
};

/** Serves print agents on the upgrade path of an HTTP server. */
export const attachGateway = (options: GatewayOptions): Gateway => {
  const { ctx, log = ctx.log, timeouts = {} } = options;
  const { heartbeatMs = HEARTBEAT_MS, reconcileMs = RECONCILE_MS } = timeouts;
  const state = createGatewayState(options);
  const { sockets, roster, openConnections } = state;
  const stopListening = admitClientsOnUpgrade(state, options);
  const { listConnections, ownConnections } = roster;
  const { isLeader = () => true } = options;
  const polling = startGatewayPolling({
    ctx,
    log,
    listConnections,
    ownConnections,
    isLeader,
    isConnected: state.isConnected,
    reconcileMs,
  });
  const heartbeat = setInterval(() => {
    for (const connection of openConnections) connection.sendHeartbeat();
  }, heartbeatMs);
  const unsubscribe = subscribeToClientEvents(state, log);

  return {
    halt: () => {
      state.isHalted = true;
      polling.stop();
    },
    close: async () => {
      state.isClosing = true;
      polling.stop();
      clearInterval(heartbeat);
      unsubscribe();
      stopListening();
      const connections = [...openConnections];
      await closeInSlices(connections, (connection, reconnectDelayMs) =>
        connection.close(CLOSE_CODES.goingAway, formatRestartReason(reconnectDelayMs)),
      );
      await Promise.all(connections.map((connection) => connection.waitUntilIdle()));
      await polling.waitUntilIdle();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
};
