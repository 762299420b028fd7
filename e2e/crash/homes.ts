import { once } from 'node:events';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HomeFault } from './choose.ts';
import type { Client, Desk, Stage } from './stage.ts';
import { startServer } from './strikes.ts';

/** How long a client that was replaced lets begun labels come to their end, and a moment. */
const REPLACED_MS = 7000;

let copies = 0;

/** Copies a client's home while it prints. Answers where the copy is. */
const copyHome = ({ home }: Client): string => {
  copies += 1;
  const copy = `${home}-${copies}`;
  cpSync(home, copy, { recursive: true });
  return copy;
};

/** Lets the client work on, at times without the server. Answers what brings the server back. */
const workOn = async (stage: Stage): Promise<() => Promise<void>> => {
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

/** The client is killed and its home put back to what it was some labels ago. */
const restore = async (stage: Stage, { client }: Desk): Promise<void> => {
  const copy = copyHome(client);
  const reconnect = await workOn(stage);
  await client.agent.stop('SIGKILL');
  rmSync(client.home, { recursive: true });
  renameSync(copy, client.home);
  await reconnect();
  await startAt(client, client.home);
};

/** A second client is started from a copy, while the first one runs; at times the first one comes back later. */
const copy = async (stage: Stage, { client }: Desk): Promise<void> => {
  const { random } = stage;
  const { agent: original, home } = client;
  const copied = copyHome(client);
  const reconnect = await workOn(stage);
  await reconnect();
  await startAt(client, copied);
  await sleep(random.between(0, 1500));
  await original.stop('SIGKILL');
  // The original may have been the last to connect: the copy then ends as soon as what it began has.
  const { child } = client.agent;
  if (child.exitCode === null) await Promise.race([once(child, 'exit'), sleep(REPLACED_MS)]);
  if (child.exitCode !== null) await startAt(client, copied);
  if (random.between(0, 1) === 0) return;
  await sleep(random.between(0, 3000));
  await client.agent.stop('SIGKILL');
  await startAt(client, home);
};

/** What happens to a client's home. The printer and its paper stay the same. */
export const homeStrikes: Record<HomeFault, (stage: Stage, desk: Desk) => Promise<void>> = {
  restore,
  copy,
};
