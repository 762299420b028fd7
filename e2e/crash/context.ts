import { join } from 'node:path';
import type { Database } from '@yunbiao/db';
import {
  type Context,
  createBus,
  createDiskStore,
  createClientPresence,
  SYSTEM,
} from '@yunbiao/services';

const createLogWriter = (level: string) => (message: string, fields?: Record<string, unknown>) =>
  process.stderr.write(`${level} ${message} ${JSON.stringify(fields ?? {})}\n`);

/** A minimal context for the server's operations, on a real database. */
export const createContext = (
  db: Database,
  dataDir: string,
  presence = createClientPresence(),
): Context => ({
  db,
  bus: createBus((error) => createLogWriter('error')(String(error))),
  files: createDiskStore(join(dataDir, 'files')),
  log: { info: () => undefined, warn: createLogWriter('warn'), error: createLogWriter('error') },
  actor: SYSTEM,
  now: Date.now,
  settings: { mode: 'demo', publicUrl: 'http://127.0.0.1', icpNo: null, psbNo: null },
  presence,
});
