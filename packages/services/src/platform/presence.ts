import { randomBytes } from 'node:crypto';
import type { Context } from './context.ts';

/**
 * Tracks connected clients. After a restart, clients of the previous process are expected to
 * reconnect. They count as connected until they reconnect or are given up.
 */
export const createClientPresence = (): Context['presence'] => {
  const connected = new Set<number>();
  const expected = new Set<number>();
  return {
    nodeId: randomBytes(8).toString('hex'),
    isOnline: (clientId) => connected.has(clientId) || expected.has(clientId),
    set: (clientId, online) => {
      expected.delete(clientId);
      if (online) connected.add(clientId);
      else connected.delete(clientId);
    },
    expect: (clientIds) => {
      for (const id of clientIds) if (!connected.has(id)) expected.add(id);
    },
    listExpected: () => [...expected],
    isExpected: (clientId) => expected.has(clientId),
    countConnected: () => connected.size,
  };
};
