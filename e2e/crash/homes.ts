import { once } from 'node:events';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HomeFault } from './choose.ts';
import type { Client, Desk, Stage } from './stage.ts';
import { startServer } from './strikes.ts';

/** How long a replaced client may finish started labels, plus a margin, ms. */
const REPLACED_MS = 7000;

let copies = 0;

/** Copies a client's home while it prints. Returns the path of the copy. */
const copyHome = ({ home }: Client): string => {
  copies += 1;
  const copy = `${home}-${copies}`;
  cpSync(home, copy, { recursive: true });
  return copy;
};

/**
 * Lets the client work on, sometimes without the server. Returns a function that restores the
 * server.
 */
const workOnHome = async (stage: Stage): Promise<() => Promise<void>> => {
  const { random } = stage;
  const isCutOff = random.between(0, 3) === 0;
  if (isCutOff) await stage.server.stop('SIGKILL');
  await sleep(random.pick([random.between(0, 400), random.between(400, 4000)]));
  return async () => {
    if (isCutOff) stage.server = (await startServer(stage.world, stage.port)).server;
  };
};

const startAt = async (client: Client, home: string): Promise<void> => {
  client.home = home;
  client.agent = await client.start();
  await client.agent.until(/已连上/);
};

/** Kills the client and replaces its home by the state of some labels ago. */
const restoreHome = async (stage: Stage, { client }: Desk): Promise<void> => {
  const copy = copyHome(client);
  const reconnect = await workOnHome(stage);
  await client.agent.stop('SIGKILL');
  rmSync(client.home, { recursive: true });
  renameSync(copy, client.home);
  await reconnect();
  await startAt(client, client.home);
};

/**
 * Starts a second client from a copy while the first one runs. Sometimes the first one returns
 * later.
 */
const copyHomeAside = async (stage: Stage, { client }: Desk): Promise<void> => {
  const { random } = stage;
  const { agent: original, home } = client;
  const copied = copyHome(client);
  const reconnect = await workOnHome(stage);
  await reconnect();
  await startAt(client, copied);
  await sleep(random.between(0, 1500));
  await original.stop('SIGKILL');
  // If the original connected last, the copy ends once its started labels have ended.
  const { child } = client.agent;
  if (child.exitCode === null) await Promise.race([once(child, 'exit'), sleep(REPLACED_MS)]);
  if (child.exitCode !== null) await startAt(client, copied);
  if (random.between(0, 1) === 0) return;
  await sleep(random.between(0, 3000));
  await client.agent.stop('SIGKILL');
  await startAt(client, home);
};

/** Faults of a client's home. The printer and its paper stay the same. */
export const homeStrikes: Record<HomeFault, (stage: Stage, desk: Desk) => Promise<void>> = {
  restore: restoreHome,
  copy: copyHomeAside,
};
