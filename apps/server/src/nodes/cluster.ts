import type { Bus, Context, NodeRow, OtherNodes } from '@yunbiao/services';

/** What a server knows of the servers that work on the same database. */
export type Cluster = {
  /** Current time, epoch ms. With several servers the database's, so that all agree. */
  now: () => number;
  bus: Bus;
  presence: Context['presence'];
  /** How services find other servers; null in a site with one server. */
  peers: Pick<OtherNodes, 'dataFolderId' | 'findNode'> | null;
  /** Whether this server does the work that only one may do at a time. */
  isLeader: () => boolean;
  /** Number of living servers, this one included; at least 1. */
  countNodes: () => number;
  /** Living servers, this one included. Empty in a site with one server. */
  listNodes: () => readonly NodeRow[];
  /** Tells the others that this server is about to stop. */
  announceStop: () => Promise<void>;
  close: () => Promise<void>;
};
