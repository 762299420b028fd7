import { randomBytes } from 'node:crypto';
import type { Context } from './context.ts';

/**
 * Grace period for clients of the previous process, ms from the start. Clients reconnect at least
 * every 15 s.
 */
const RECONNECT_GRACE_MS = 45_000;

type Presence = Context['presence'];

/** Places the nodes of a database that one process serves: any other node is a previous process. */
const createSingleNodeLocator = (nodeId: string, graceMs: number): Presence['locateNode'] => {
  const startedAt = performance.now();
  return (id) => {
    if (id === nodeId) return 'here';
    return performance.now() - startedAt < graceMs ? 'expected' : 'gone';
  };
};

/**
 * Creates the presence of this process. `locateNode`: where several processes serve one database.
 * `reconnectGraceMs`: how long clients of the previous process are expected, for one process.
 */
export const createClientPresence = ({
  nodeId = randomBytes(8).toString('hex'),
  reconnectGraceMs = RECONNECT_GRACE_MS,
  locateNode = createSingleNodeLocator(nodeId, reconnectGraceMs),
}: {
  nodeId?: string;
  reconnectGraceMs?: number;
  locateNode?: Presence['locateNode'];
} = {}): Presence => {
  const connected = new Set<number>();
  return {
    nodeId,
    locateNode,
    isConnectedHere: (clientId) => connected.has(clientId),
    setConnected: (clientId, isConnected) => {
      if (isConnected) connected.add(clientId);
      else connected.delete(clientId);
    },
    countConnected: () => connected.size,
  };
};
