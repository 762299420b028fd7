import { join } from 'node:path';
import {
  type Context,
  createBus,
  createDiskStore,
  createPresence,
  createS3Store,
  createWishes,
  SYSTEM,
} from '@yunbiao/services';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { createChannels } from './pay/create-channels.ts';

/** What the verbs work with, made from the configuration: for the server and for commands. */
export const createContext = (config: Config, db: Context['db'], log: Log): Context => ({
  db,
  log,
  bus: createBus((error) => log.error('a listener failed', { error })),
  files: config.s3 ? createS3Store(config.s3) : createDiskStore(join(config.dataDir, 'files')),
  now: Date.now,
  // What the process does by itself; each request and command says who acts.
  actor: SYSTEM,
  presence: createPresence(),
  wishes: createWishes(),
  channels: createChannels(config),
  settings: {
    mode: config.mode,
    publicUrl: config.publicUrl,
    icpNo: config.icpNo,
    psbNo: config.psbNo,
    payAccount: config.payAccount,
    webhookAllow: config.webhookAllow,
  },
});
