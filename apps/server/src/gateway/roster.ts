import { CLOSE } from '@yunbiao/contract/gateway';
import { type Context, setOnline } from '@yunbiao/services';
import type { Connection } from './connection-types.ts';

/** Connections of one client: half-open ones of a bad line among them. The oldest gives way. */
export const MAX_OPEN = 8;

/** Connections a client has open, greeted or not, the oldest first, and the number of the newest that said hello. */
type Line = { open: Set<Connection>; newest: number };

/** The connection of each client; a newer one replaces an older one. */
export const createRoster = (ctx: Context, isClosing: () => boolean) => {
  const byClient = new Map<number, Connection>();
  const lines = new Map<number, Line>();
  let opened = 0;
  const tell = (connection: Connection, online: boolean): Promise<void> => {
    const { clientId, memberId } = connection;
    return setOnline({ ctx, clientId, memberId, online });
  };
  return {
    all: () => [...byClient.values()],
    get: (clientId: number) => byClient.get(clientId),
    /** Numbers a connection by when it was opened: the hello of a dead one may arrive after the next one's. */
    enter: (clientId: number) => {
      const order = (opened += 1);
      const line = lines.get(clientId) ?? { open: new Set(), newest: 0 };
      lines.set(clientId, line);
      return {
        claim: () => {
          line.newest = Math.max(order, line.newest);
          return line.newest === order;
        },
        /** The oldest gives way at once: it is cut, and counted no more. */
        join: (connection: Connection) => {
          line.open.add(connection);
          const [oldest] = line.open;
          if (line.open.size <= MAX_OPEN || !oldest) return;
          line.open.delete(oldest);
          oldest.cut();
        },
      };
    },
    add: async (connection: Connection) => {
      const older = byClient.get(connection.clientId);
      byClient.set(connection.clientId, connection);
      older?.close(CLOSE.replaced, 'replaced');
      await tell(connection, true);
    },
    remove: (connection: Connection) => {
      const line = lines.get(connection.clientId);
      line?.open.delete(connection);
      if (line?.open.size === 0) lines.delete(connection.clientId);
      if (byClient.get(connection.clientId) !== connection) return;
      byClient.delete(connection.clientId);
      // It comes back to the next process, which expects it.
      if (isClosing()) return;
      tell(connection, false).catch((error: unknown) =>
        ctx.log.error('gateway', { error: String(error) }),
      );
    },
  };
};
