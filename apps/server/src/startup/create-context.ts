import { join } from 'node:path';
import {
  type Context,
  createDiskStore,
  createS3Store,
  createDiscoveryRequestRouter,
  SYSTEM,
} from '@yunbiao/services';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { Cluster } from '../nodes/cluster.ts';
import { createSingleNode } from '../nodes/single-node.ts';
import { createPaymentChannels } from '../pay/create-channels.ts';

/**
 * Creates the context of the service functions from the configuration, for the server and for
 * commands.
 */
export const createServiceContext = (
  config: Config,
  db: Context['db'],
  log: Log,
  cluster: Pick<Cluster, 'bus' | 'now' | 'presence'> = createSingleNode(log),
): Context => ({
  db,
  log,
  bus: cluster.bus,
  files: config.s3 ? createS3Store(config.s3) : createDiskStore(join(config.dataDir, 'files')),
  now: cluster.now,
  // Actor for work of the process itself. Requests and commands set their own.
  actor: SYSTEM,
  presence: cluster.presence,
  clientRequests: createDiscoveryRequestRouter(),
  channels: createPaymentChannels(config),
  settings: {
    mode: config.mode,
    publicUrl: config.publicUrl,
    icpNo: config.icpNo,
    psbNo: config.psbNo,
    payAccount: config.payAccount,
    webhookAllow: config.webhookAllow,
  },
});
