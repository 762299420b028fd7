import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { StartState } from '../start-state.ts';
import type { Cluster } from './cluster.ts';
import { joinCluster } from './join-cluster.ts';
import { createSingleNode } from './single-node.ts';

/** Equal on servers with the same key; does not give the key away. */
const computeKeyCheck = (clusterKey: string): string =>
  createHash('sha256').update(`yunbiao cluster ${clusterKey}`).digest('hex').slice(0, 16);

/** Joins the other servers, or, without `CLUSTER_KEY`, works alone. */
export const openCluster = async (state: StartState, dataFolderId: string): Promise<Cluster> => {
  const { config, log, claimedPort } = state;
  const { clusterKey, databaseUrl } = config;
  if (clusterKey === undefined || databaseUrl === undefined) return createSingleNode(log);
  return joinCluster({
    databaseUrl,
    name: `${hostname()}:${claimedPort.port}`,
    dataFolderId,
    keyCheck: computeKeyCheck(clusterKey),
    log,
    readBuild: () => state.build,
  });
};
