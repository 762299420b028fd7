import { randomBytes } from 'node:crypto';
import type { Context } from './context.ts';

/**
 * Which clients are connected. Not to be connected to this process is not to be away: clients that were connected to the
 * process before are expected to come back, and count as connected until they do or are given up.
 */
export const createPresence = (): Context['presence'] => {
  const connected = new Set<number>();
  const expected = new Set<number>();
  return {
    nodeId: randomBytes(8).toString('hex'),
    online: (clientId) => connected.has(clientId) || expected.has(clientId),
    set: (clientId, online) => {
      expected.delete(clientId);
      if (online) connected.add(clientId);
      else connected.delete(clientId);
    },
    expect: (clientIds) => {
      for (const id of clientIds) if (!connected.has(id)) expected.add(id);
    },
    expected: () => [...expected],
    isExpected: (clientId) => expected.has(clientId),
  };
};
