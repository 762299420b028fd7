import { createBus, createClientPresence, type Logger } from '@yunbiao/services';
import type { Cluster } from './cluster.ts';

/** A site with one server: nothing is sent or asked. */
export const createSingleNode = (log: Logger): Cluster => ({
  now: Date.now,
  bus: createBus((error) => log.error('a listener failed', { error })),
  presence: createClientPresence(),
  peers: null,
  isLeader: () => true,
  isConnected: () => true,
  countNodes: () => 1,
  listNodes: () => [],
  readTraffic: () => null,
  announceStop: async () => {},
  close: async () => {},
});
