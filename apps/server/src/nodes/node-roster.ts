import { NODE_DEAD_MS, type NodePlace, type NodeRow } from '@yunbiao/services';

/** Maximum silence that one observation adds, ms: what this server did not observe is no silence. */
const MAX_OBSERVED_MS = 2_000;
/** A server that has just started is in the rows after so many observations. */
const MAX_UNKNOWN_OBSERVATIONS = 3;
const MAX_UNKNOWN_NODES = 1_000;
/**
 * Time in which the clients of servers that ended before this one started are expected, ms, unless
 * another server lived then. Clients reconnect at least every 15 s.
 */
export const RECONNECT_GRACE_MS = 45_000;

type Peer = { row: NodeRow; silentMs: number };

export type NodeRoster = {
  /**
   * Stores the rows of a query. `databaseNow`: epoch ms by the clock of the database. `at`:
   * monotonic time of this process, ms. Returns whether a server died since the last observation:
   * its unsent events are lost.
   */
  observe: (rows: readonly NodeRow[], databaseNow: number, at: number) => boolean;
  locateNode: (nodeId: string) => NodePlace;
  listLiving: () => NodeRow[];
};

/** Returns whether an id without a row has been asked for during several observations. */
const createUnknownNodeCheck = () => {
  /** Number of observations when the id was first asked for. */
  const unknownSince = new Map<string, number>();
  return (nodeId: string, observations: number): boolean => {
    if (unknownSince.size >= MAX_UNKNOWN_NODES) unknownSince.clear();
    const since = unknownSince.get(nodeId) ?? observations;
    unknownSince.set(nodeId, since);
    return observations - since >= MAX_UNKNOWN_OBSERVATIONS;
  };
};

/**
 * Which servers live. Silence is counted by the clock of this process, and only while it reads the
 * rows: after a restart of the database no server counts as dead because none could write.
 */
export const createNodeRoster = (ownNodeId: string): NodeRoster => {
  let peers = new Map<string, Peer>();
  let observedAt: number | null = null;
  let observations = 0;
  let graceEndsAt = -Infinity;
  const isUnknownForLong = createUnknownNodeCheck();

  const isLiving = ({ row, silentMs }: Peer): boolean =>
    row.nodeId === ownNodeId || silentMs < NODE_DEAD_MS;
  const computeSilence = (row: NodeRow, databaseNow: number, elapsedMs: number): number => {
    const earlier = peers.get(row.nodeId);
    if (!earlier) return Math.max(0, databaseNow - row.seenAt);
    return earlier.row.seenAt === row.seenAt ? earlier.silentMs + elapsedMs : 0;
  };
  return {
    observe: (rows, databaseNow, at) => {
      const elapsedMs = observedAt === null ? 0 : Math.min(at - observedAt, MAX_OBSERVED_MS);
      const previous = peers;
      peers = new Map(
        rows.map((row) => [
          row.nodeId,
          { row, silentMs: computeSilence(row, databaseNow, elapsedMs) },
        ]),
      );
      const isAlone = ![...peers.values()].some(
        (peer) => peer.row.nodeId !== ownNodeId && isLiving(peer) && !peer.row.isStopped,
      );
      if (observedAt === null && isAlone) graceEndsAt = at + RECONNECT_GRACE_MS;
      observedAt = at;
      observations += 1;
      return [...previous.values()].some((peer) => {
        const current = peers.get(peer.row.nodeId);
        return isLiving(peer) && (!current || !isLiving(current));
      });
    },
    locateNode: (nodeId) => {
      if (nodeId === ownNodeId) return 'here';
      const peer = peers.get(nodeId);
      if (peer && isLiving(peer)) return peer.row.isStopped ? 'expected' : 'elsewhere';
      if ((observedAt ?? 0) < graceEndsAt) return 'expected';
      // A server that started after the last observation, or that ended long ago.
      return peer || isUnknownForLong(nodeId, observations) ? 'gone' : 'elsewhere';
    },
    listLiving: () =>
      [...peers.values()].flatMap((peer) =>
        isLiving(peer) && !peer.row.isStopped ? [peer.row] : [],
      ),
  };
};
