import type { Database } from '@yunbiao/db';
import { type Context, createClientPresence, SYSTEM } from '@yunbiao/services';

const refuseFiles = (): Promise<never> => Promise.reject(new Error('no files here'));

/** A context for database-only measurements: fixed time, no listeners. */
export const stillContext = (db: Database, now: number): Context => ({
  db,
  bus: { emit: () => {}, on: () => () => {} },
  files: {
    put: refuseFiles,
    open: refuseFiles,
    stat: () => Promise.resolve(null),
    delete: () => Promise.resolve(),
  },
  log: { info: () => {}, warn: () => {}, error: () => {} },
  actor: SYSTEM,
  now: () => now,
  settings: { mode: 'demo', publicUrl: 'http://127.0.0.1', icpNo: null, psbNo: null },
  presence: createClientPresence(),
});
