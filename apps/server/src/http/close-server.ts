import type { Server } from 'node:http';

const closings = new WeakMap<Server, Promise<void>>();

/**
 * Stops accepting connections and closes idle ones. Resolves when every connection has ended;
 * repeated calls share the result.
 */
export const closeServer = (server: Server): Promise<void> => {
  const pending = closings.get(server);
  if (pending) return pending;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closings.set(server, closed);
  return closed;
};
