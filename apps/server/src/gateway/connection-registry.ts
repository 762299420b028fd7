import { CLOSE_CODES } from '@yunbiao/contract/gateway/close-codes';
import {
  type Context,
  notifyClientConnected,
  type OwnConnections,
  storeClientDisconnect,
} from '@yunbiao/services';
import type { Connection } from './connection-types.ts';

/**
 * Maximum number of connections per client, including half-open ones of an unstable network. The
 * oldest is closed.
 */
export const MAX_CONNECTIONS_PER_CLIENT = 8;

/**
 * Open connections of a client, oldest first, with or without hello, and the number of the newest
 * connection that sent a hello.
 */
type ClientConnections = { open: Set<Connection>; newestOrder: number };

/** Adds a connection. Above the limit, the oldest is cut off and no longer counted. */
const addConnection = ({ open }: ClientConnections, connection: Connection): void => {
  open.add(connection);
  const [oldest] = open;
  if (open.size <= MAX_CONNECTIONS_PER_CLIENT || !oldest) return;
  open.delete(oldest);
  oldest.terminate();
};

/** A connection whose hello was accepted, and the fence of that hello. */
type ActiveConnection = { connection: Connection; fence: number };

const createOwnConnections = (
  byClient: ReadonlyMap<number, ActiveConnection>,
  connectionsByClient: ReadonlyMap<number, ClientConnections>,
): OwnConnections => ({
  listAccepted: () =>
    [...byClient.values()].map(({ connection: { clientId, memberId }, fence }) => ({
      clientId,
      memberId,
      fence,
    })),
  hasOpen: (clientId) => connectionsByClient.has(clientId),
});

/** The active connection of each client. A newer connection replaces an older one. */
export const createConnectionRegistry = (ctx: Context, isClosing: () => boolean) => {
  const byClient = new Map<number, ActiveConnection>();
  const connectionsByClient = new Map<number, ClientConnections>();
  let openedCount = 0;
  const storeDisconnect = ({ clientId }: Connection, fence: number): void => {
    // The client reconnects to the next process, which expects it.
    if (isClosing()) return;
    // A failed write is repaired by the reconciliation.
    storeClientDisconnect({ ctx, clientId, fence }).catch((error: unknown) =>
      ctx.log.error('gateway', { clientId, error: String(error) }),
    );
  };
  return {
    ownConnections: createOwnConnections(byClient, connectionsByClient),
    listConnections: () => [...byClient.values()].map(({ connection }) => connection),
    get: (clientId: number) => byClient.get(clientId)?.connection,
    /**
     * Numbers connections in the order they were opened, because the hello of a dead connection may
     * arrive after that of its successor.
     */
    register: (clientId: number) => {
      const order = (openedCount += 1);
      const clientConnections = connectionsByClient.get(clientId) ?? {
        open: new Set(),
        newestOrder: 0,
      };
      connectionsByClient.set(clientId, clientConnections);
      return {
        claim: () => {
          clientConnections.newestOrder = Math.max(order, clientConnections.newestOrder);
          return clientConnections.newestOrder === order;
        },
        join: (connection: Connection) => addConnection(clientConnections, connection),
      };
    },
    /** Adds a connection whose hello was accepted with this fence. */
    add: (connection: Connection, fence: number) => {
      const { clientId } = connection;
      const older = byClient.get(clientId)?.connection;
      byClient.set(clientId, { connection, fence });
      older?.close(CLOSE_CODES.replaced, 'replaced');
      ctx.presence.setConnected(clientId, true);
      notifyClientConnected(ctx, connection);
    },
    /** Takes back a hello whose connection closed while it was being accepted. */
    abandon: storeDisconnect,
    remove: (connection: Connection) => {
      const line = connectionsByClient.get(connection.clientId);
      line?.open.delete(connection);
      if (line?.open.size === 0) connectionsByClient.delete(connection.clientId);
      const active = byClient.get(connection.clientId);
      if (active?.connection !== connection) return;
      byClient.delete(connection.clientId);
      ctx.presence.setConnected(connection.clientId, false);
      storeDisconnect(connection, active.fence);
    },
  };
};
