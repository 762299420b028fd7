import { createHash, createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from '@yunbiao/services';
import type { Config } from '../config/config.ts';
import type { Cluster } from './cluster.ts';
import { createBundleSigner } from './event-bundles.ts';
import { joinCluster } from './join-cluster.ts';
import { createSingleNode } from './single-node.ts';

/**
 * Hash of the cluster key: equal on servers with the same key, and the key cannot be derived from
 * it.
 */
const computeClusterKeyHash = (clusterKey: string): string =>
  createHash('sha256').update(`yunbiao cluster ${clusterKey}`).digest('hex').slice(0, 16);

type OpenOptions = {
  config: Pick<Config, 'clusterKey' | 'databaseUrl'>;
  log: Logger;
  /** Actual port of this server. */
  port: number;
  dataFolderId: string;
  /** Build of the site; '' until it is known. */
  readBuild: () => string;
};

/**
 * Joins the other servers, or, without `CLUSTER_KEY`, works alone.
 * @throws ConfigError when a living server has another key, or a copy of this data folder
 */
export const openCluster = async ({
  config,
  log,
  port,
  dataFolderId,
  readBuild,
}: OpenOptions): Promise<Cluster> => {
  const { clusterKey, databaseUrl } = config;
  if (clusterKey === undefined || databaseUrl === undefined) return createSingleNode(log);
  return joinCluster({
    databaseUrl,
    name: `${hostname()}:${port}`,
    dataFolderId,
    keyCheck: computeClusterKeyHash(clusterKey),
    sign: createBundleSigner(createHmac('sha256', clusterKey).update('events').digest('hex')),
    log,
    readBuild,
  });
};
