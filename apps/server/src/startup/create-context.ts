import { join } from 'node:path';
import {
  type Context,
  createBus,
  createDiskStore,
  createClientPresence,
  createS3Store,
  createDiscoveryRequestRouter,
  SYSTEM,
} from '@yunbiao/services';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import { createPaymentChannels } from '../pay/create-channels.ts';

/**
 * Creates the context of the service functions from the configuration, for the server and for
 * commands.
 */
export const createServiceContext = (config: Config, db: Context['db'], log: Log): Context => ({
  db,
  log,
  bus: createBus((error) => log.error('a listener failed', { error })),
  files: config.s3 ? createS3Store(config.s3) : createDiskStore(join(config.dataDir, 'files')),
  now: Date.now,
  // Actor for work of the process itself. Requests and commands set their own.
  actor: SYSTEM,
  presence: createClientPresence(),
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
