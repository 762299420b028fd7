import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_DATA, startServer } from './server.ts';

let folder = '';

/** Lets one server make the demo's content for the whole run: the others start on a copy, in half the time. */
export const setup = async (): Promise<void> => {
  folder = await mkdtemp(join(tmpdir(), 'yunbiao-demo-'));
  const server = await startServer({ DATA_DIR: folder });
  await server.stop();
  process.env[DEMO_DATA] = folder;
};

export const teardown = (): Promise<void> => rm(folder, { recursive: true, force: true });
