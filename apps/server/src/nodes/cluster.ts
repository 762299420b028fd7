import type { Bus, Context, NodeRow, OtherNodes } from '@yunbiao/services';

/** How events travel between servers, since the start of this one. */
export type EventTraffic = {
  sent: number;
  received: number;
  /** Losses, each of unknown size: after one, everything that an event updates is read again. */
  lost: number;
  /** Time that an event takes, ms; while the connection is silent, how long it has been. */
  lagMs: number;
};

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
  /**
   * False after this server could not reach the others for a while: they take it for dead soon, and
   * its clients and visitors are better off elsewhere.
   */
  isConnected: () => boolean;
  /** Number of living servers, this one included; at least 1. */
  countNodes: () => number;
  /** Living servers, this one included. Empty in a site with one server. */
  listNodes: () => readonly NodeRow[];
  /** Null in a site with one server. */
  readTraffic: () => EventTraffic | null;
  /** Tells the others that this server is about to stop. */
  announceStop: () => Promise<void>;
  close: () => Promise<void>;
};
