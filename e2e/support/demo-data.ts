import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrograms } from './make-programs.ts';
import { MADE_PROGRAMS } from './programs.ts';
import { DEMO_DATA, startServer } from './server.ts';

let folder = '';

/**
 * Lets one server make the demo's content for the whole run, started as `npm start` does, from its sources: the others
 * start on a copy, as programs made for it, with a quarter of the CPU.
 */
export const setup = async (): Promise<void> => {
  folder = await mkdtemp(join(tmpdir(), 'yunbiao-demo-'));
  const server = await startServer({ DATA_DIR: folder });
  await server.stop();
  process.env[DEMO_DATA] = folder;
  process.env[MADE_PROGRAMS] = await makePrograms();
};

export const teardown = (): Promise<void> => rm(folder, { recursive: true, force: true });
