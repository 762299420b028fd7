import { CLOSE_CODES } from '@yunbiao/contract/gateway/close-codes';
import { type Context, setClientOnline } from '@yunbiao/services';
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

/** The active connection of each client. A newer connection replaces an older one. */
export const createConnectionRegistry = (ctx: Context, isClosing: () => boolean) => {
  const byClient = new Map<number, Connection>();
  const connectionsByClient = new Map<number, ClientConnections>();
  let openedCount = 0;
  const publishOnline = (connection: Connection, online: boolean): Promise<void> => {
    const { clientId, memberId } = connection;
    return setClientOnline({ ctx, clientId, memberId, online });
  };
  return {
    listConnections: () => [...byClient.values()],
    get: (clientId: number) => byClient.get(clientId),
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
    add: async (connection: Connection) => {
      const older = byClient.get(connection.clientId);
      byClient.set(connection.clientId, connection);
      older?.close(CLOSE_CODES.replaced, 'replaced');
      await publishOnline(connection, true);
    },
    remove: (connection: Connection) => {
      const line = connectionsByClient.get(connection.clientId);
      line?.open.delete(connection);
      if (line?.open.size === 0) connectionsByClient.delete(connection.clientId);
      if (byClient.get(connection.clientId) !== connection) return;
      byClient.delete(connection.clientId);
      // The client reconnects to the next process, which expects it.
      if (isClosing()) return;
      publishOnline(connection, false).catch((error: unknown) =>
        ctx.log.error('gateway', { error: String(error) }),
      );
    },
  };
};
