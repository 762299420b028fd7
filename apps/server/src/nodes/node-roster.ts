import { NODE_DEAD_MS, type NodePlace, type NodeRow } from '@yunbiao/services';

/** Maximum silence that one observation adds, ms: what this server did not observe is no silence. */
const MAX_OBSERVED_MS = 2_000;

type Peer = { row: NodeRow; silentMs: number };

export type NodeRoster = {
  /**
   * Stores the rows of a query. `databaseNow`: epoch ms by the clock of the database. `at`:
   * monotonic time of this process, ms.
   */
  observe: (rows: readonly NodeRow[], databaseNow: number, at: number) => void;
  locateNode: (nodeId: string) => NodePlace;
  listLiving: () => NodeRow[];
};

/**
 * Which servers live. Silence is counted by the clock of this process, and only while it reads the
 * rows: after a restart of the database no server counts as dead because none could write.
 */
export const createNodeRoster = (ownNodeId: string): NodeRoster => {
  let peers = new Map<string, Peer>();
  let observedAt: number | null = null;
  const isLiving = ({ row, silentMs }: Peer): boolean =>
    row.nodeId === ownNodeId || silentMs < NODE_DEAD_MS;
  return {
    observe: (rows, databaseNow, at) => {
      const elapsedMs = observedAt === null ? 0 : Math.min(at - observedAt, MAX_OBSERVED_MS);
      observedAt = at;
      peers = new Map(
        rows.map((row) => {
          const earlier = peers.get(row.nodeId);
          const silentMs = !earlier
            ? databaseNow - row.seenAt
            : earlier.row.seenAt === row.seenAt
              ? earlier.silentMs + elapsedMs
              : 0;
          return [row.nodeId, { row, silentMs }];
        }),
      );
    },
    locateNode: (nodeId) => {
      if (nodeId === ownNodeId) return 'here';
      const peer = peers.get(nodeId);
      if (!peer || !isLiving(peer)) return 'gone';
      return peer.row.isStopped ? 'expected' : 'elsewhere';
    },
    listLiving: () =>
      [...peers.values()].flatMap((peer) =>
        isLiving(peer) && !peer.row.isStopped ? [peer.row] : [],
      ),
  };
};
