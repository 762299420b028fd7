import { setTimeout as sleep } from 'node:timers/promises';
import { type Started, startProgram } from '../support/process.ts';
import type { Act, Fault } from './printer-kind.ts';
import { readdressPrinter, removePrinter, renamePrinter } from './installer.ts';
import { type Member, printAgain, recallBatch } from './member.ts';
import { type Client, type Desk, openCount, type Stage, isStopped } from './stage.ts';
import type { World } from './world.ts';

const SERVER = 'e2e/crash/server.ts';

export const startServer = async (
  world: World,
  port: number,
): Promise<{ server: Started; port: number }> => {
  const server = startProgram(SERVER, [world.dataDir, String(port), world.databaseUrl ?? ''], {});
  const [, actual] = await server.until(/ready (\d+)/);
  return { server, port: Number(actual) };
};

/** Media and ribbon in, head closed, and PAUSE pressed when the printer needs it. */
export const clearPrinter = async ({ printer }: Desk): Promise<void> => {
  printer.clear();
  await sleep(100);
  if (printer.state().paused) printer.pressPause();
};

/** The same by a person, after a few seconds. */
export const mendPrinter = async ({ random }: Stage, desk: Desk): Promise<void> => {
  await sleep(random.between(3000, 5000));
  await clearPrinter(desk);
};

/** Schedules a media, ribbon or head fault at the next label that reaches it. */
export const armStop = ({ random }: Stage, { printer }: Desk): void => {
  const when = { mm: random.between(0, 15) };
  random.pick([printer.mediaOut, printer.ribbonOut, printer.headOpen])(when);
};

/** Whether a scheduled stop hits a label; there may be none left. */
export const meetsStop = async (stage: Stage, desk: Desk): Promise<boolean> => {
  for (let n = 0; n < 1000 && !isStopped(desk); n += 1) {
    await sleep(20);
    if (n % 50 === 49 && (await openCount(stage)) === 0) break;
  }
  return isStopped(desk);
};

const runAsMember =
  (act: (stage: Stage, member: Member) => Promise<void>) =>
  async (stage: Stage): Promise<void> => {
    const { world } = stage;
    if (world.member) await act(stage, world.member);
  };

const restartClient = async (client: Client): Promise<void> => {
  await client.agent.stop('SIGKILL');
  client.agent = await client.start();
  await client.agent.until(/已连上/);
};

/**
 * Faults of a printer, its connection, its client or the server; each is over when its promise
 * resolves.
 */
export const strikes: Record<Fault | Act, (stage: Stage, desk: Desk) => Promise<unknown> | void> = {
  rename: renamePrinter,
  readdress: readdressPrinter,
  remove: removePrinter,
  recall: runAsMember(recallBatch),
  again: runAsMember(printAgain),
  agent: (_, { client }) => restartClient(client),
  upgrade: (_, { client }) => {
    client.change();
    return restartClient(client);
  },
  server: async (stage) => {
    await stage.server.stop('SIGKILL');
    await sleep(stage.random.between(0, 50));
    stage.server = (await startServer(stage.world, stage.port)).server;
  },
  cut: ({ random }, { printer }) => {
    const orphanMs = random.pick([null, random.between(5, 300)]);
    if (random.between(0, 1) === 0) printer.resetConnections({ orphanMs });
    else {
      printer.resetConnections();
      printer.cutConnection({ bytes: random.between(1, 3000), orphanMs });
    }
  },
  power: ({ random }, { printer }) => printer.powerCut({ downMs: random.between(50, 2000) }),
  stop: async (stage, desk) => {
    armStop(stage, desk);
    if (await meetsStop(stage, desk)) await mendPrinter(stage, desk);
  },
  drop: (_, { printer }) => printer.dropFormats(1),
  cancel: (_, { printer }) => printer.pressCancel(),
};
