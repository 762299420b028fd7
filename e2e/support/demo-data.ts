import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrograms } from './make-programs.ts';
import { MADE_PROGRAMS } from './programs.ts';
import { DEMO_DATA, startServer } from './server.ts';

let folder = '';

/**
 * One server creates the demo content for the whole run, started from its sources as `npm start`
 * does. The others start on a copy as bundled programs, with a quarter of the CPU.
 */
export const setup = async (): Promise<void> => {
  folder = await mkdtemp(join(tmpdir(), 'yunbiao-demo-'));
  const demo = join(folder, 'demo');
  const server = await startServer({ DATA_DIR: demo });
  await server.stop();
  process.env[DEMO_DATA] = demo;
  process.env[MADE_PROGRAMS] = await makePrograms();
};

export const teardown = (): Promise<void> => rm(folder, { recursive: true, force: true });
