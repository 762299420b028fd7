import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  copyContextWithActor,
  type Context,
  findClientByAnyKey,
  isAddressAllowed,
  recordRefusedAddress,
} from '@yunbiao/services';
import type { WebSocket, WebSocketServer } from 'ws';
import { sendStatusAndDestroySocket } from '../http/http-server.ts';
import type { Pause } from '../budget/turn-scheduler.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { createConnectionRegistry } from './connection-registry.ts';
import type { Connection } from './connection-types.ts';
import { serveConnection } from './connection.ts';
import type { createRejectedKeyCounter } from './failures.ts';
import { buildRevocationProofHeaders, readBearerKey } from './upgrade-key.ts';
import type { createUpgradeQueue } from './upgrade-queue.ts';

/** One gateway: its connections, and how clients are admitted. */
export type GatewayState = {
  ctx: Context;
  budget: WorkBudget;
  sockets: WebSocketServer;
  pause: Pause;
  failures: ReturnType<typeof createRejectedKeyCounter>;
  awaitUpgrade: ReturnType<typeof createUpgradeQueue>;
  /** The active connection of each client. */
  roster: ReturnType<typeof createConnectionRegistry>;
  /** All connections, with or without hello. */
  openConnections: Set<Connection>;
  getAddress: (request: IncomingMessage) => string;
  /** Timeout for the hello, ms. */
  helloMs: number | undefined;
  /** Minimum lifetime of a connection, ms. */
  minConnectedMs: number | undefined;
  /** Whether the other servers count this one as living. */
  isConnected: () => boolean;
  isClosing: boolean;
  isHalted: boolean;
};

type Client = NonNullable<Awaited<ReturnType<typeof findClientByAnyKey>>>;

/** Whether the client may connect from the address. A refusal is recorded for the member. */
const isClientAddressAllowed = async (
  ctx: Context,
  client: Client,
  address: string,
): Promise<boolean> => {
  const clientOrigin = { memberId: client.member_id, address };
  if (client.is_virtual !== 0 || (await isAddressAllowed(ctx, clientOrigin))) return true;
  await recordRefusedAddress(ctx, {
    ...clientOrigin,
    who: `client:${client.id}`,
    what: 'connect',
  });
  return false;
};

const openConnection = (
  state: GatewayState,
  client: Client,
  { socket, address }: { socket: WebSocket; address: string },
): void => {
  const { roster, openConnections } = state;
  const place = roster.register(client.id);
  const connection = serveConnection({
    ctx: copyContextWithActor(state.ctx, { kind: 'agent', clientId: client.id }),
    socket,
    budget: state.budget,
    pause: state.pause,
    client: {
      id: client.id,
      memberId: client.member_id,
      name: client.name,
      isVirtual: client.is_virtual === 1,
    },
    address,
    helloMs: state.helloMs,
    minConnectedMs: state.minConnectedMs,
    isLeasingStopped: () => state.isHalted,
    recordHello: place.claim,
    onAccepted: roster.add,
    onAbandoned: roster.abandon,
    onClosed: (ended) => {
      openConnections.delete(ended);
      roster.remove(ended);
    },
  });
  openConnections.add(connection);
  place.join(connection);
};

const canAdmitClients = ({ isClosing, isHalted, isConnected }: GatewayState): boolean =>
  !isClosing && !isHalted && isConnected();

/** Upgrades the request of a client with a valid key, or refuses its socket. */
export const admitClient = async (
  state: GatewayState,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> => {
  const { ctx, failures } = state;
  const address = state.getAddress(request);
  if (!canAdmitClients(state)) return sendStatusAndDestroySocket(socket, 503);
  const key = readBearerKey(request);
  const client = key && !failures.isRefused(key) ? await findClientByAnyKey({ ctx, key }) : null;
  if (!client)
    return sendStatusAndDestroySocket(
      socket,
      (await failures.recordFailure(address, key)) ? 429 : 401,
    );
  if (client.revoked_at !== null)
    return sendStatusAndDestroySocket(
      socket,
      401,
      buildRevocationProofHeaders(request, client.key_hash),
    );
  if (!(await isClientAddressAllowed(ctx, client, address)))
    return sendStatusAndDestroySocket(socket, 403);
  if (!(await state.awaitUpgrade(client, socket))) return sendStatusAndDestroySocket(socket, 429);
  if (!canAdmitClients(state)) return sendStatusAndDestroySocket(socket, 503);
  state.sockets.handleUpgrade(request, socket, head, (ws) =>
    openConnection(state, client, { socket: ws, address }),
  );
};
