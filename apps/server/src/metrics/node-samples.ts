import type { Cluster, EventTraffic } from '../nodes/cluster.ts';
import { createCounter, createGauge, type Sample } from './samples.ts';

/** What a server with a `CLUSTER_KEY` tells of itself and the others. */
export type NodeReading = {
  nodeId: string;
  build: string;
  isLeader: boolean;
  /** Living servers, this one included. */
  nodes: number;
  traffic: EventTraffic;
};

/** Reads what this server tells of itself and the others; null in a site with one server. */
export const sampleOwnNode = (
  cluster: Pick<Cluster, 'isLeader' | 'countNodes' | 'readTraffic'>,
  own: Pick<NodeReading, 'nodeId' | 'build'>,
): NodeReading | null => {
  const traffic = cluster.readTraffic();
  if (!traffic) return null;
  return { ...own, isLeader: cluster.isLeader(), nodes: cluster.countNodes(), traffic };
};

/** Ids of nodes and builds are hexadecimal and need no escaping; each start makes one series. */
export const collectNodeSamples = (reading: NodeReading | null): Sample[] => {
  if (!reading) return [];
  const { nodeId, build, isLeader, nodes, traffic } = reading;
  return [
    {
      name: 'yunbiao_node_info',
      help: 'Always 1. Id of this server process, and build of its site.',
      type: 'gauge',
      values: [[`{node="${nodeId}",build="${build}"}`, 1]],
    },
    createGauge('yunbiao_nodes', 'Living servers of the site, this one included.', nodes),
    createGauge(
      'yunbiao_node_leader',
      'Whether this server does what only one may do at a time.',
      isLeader ? 1 : 0,
    ),
    createGauge(
      'yunbiao_node_events_lag_seconds',
      'Time that an event takes to the servers; while none comes back, how long that has been.',
      traffic.lagMs / 1e3,
    ),
    createCounter('yunbiao_node_events_sent_total', 'Events for the other servers.', traffic.sent),
    createCounter(
      'yunbiao_node_events_received_total',
      'Events of other servers.',
      traffic.received,
    ),
    createCounter(
      'yunbiao_node_events_lost_total',
      'Losses of events of other servers; each makes open pages read everything again.',
      traffic.lost,
    ),
  ];
};
