import type { Place } from '../../apps/agent/src/places.ts';
import type { TestCups } from '../support/cups.ts';
import { type Started, startProgram } from '../support/process.ts';
import { getKind } from './kinds.ts';
import type { Act, Fault, LastingFault, PrinterKind } from './printer-kind.ts';
import type { HomeFault } from './choose.ts';
import { type AnswerFault, spoilAnswers } from './answer-faults.ts';
import { placeFor, startPrinter } from './printers.ts';
import type { Random } from './random.ts';
import { createShop } from './shop.ts';
import type { Client, Desk, Printer, Stage } from './stage.ts';
import { startServer } from './strikes.ts';
import { configureAgent, createWorld, type World } from './world.ts';

const AGENT = 'apps/agent/src/main.ts';

export type RoundOptions = {
  /**
   * Kind of the printer; `counting+tspl` lists those of a group and repeats when there are more
   * printers.
   */
  kind: string;
  seed: number;
  labels: number;
  faults: number;
  /** Labels per row. */
  columns?: number;
  /** Printers that replace each other, spread over this number of clients. */
  group?: { printers: number; clients: number; asks?: boolean };
  /**
   * People rename, move and remove printers, cancel batches and reprint uncertain labels during the
   * round.
   */
  people?: boolean;
  /** 3 % of the printers' answers are lost or seconds late. */
  answers?: AnswerFault;
  /** Half of the faults hit the client's home. */
  homes?: boolean;
  engine?: 'sqlite' | 'postgres';
  /** Another print client than the source; it is in this folder. */
  program?: StartClient;
  /** The client after an `upgrade`; the next upgrade reverts it. Default: the source. */
  upgraded?: StartClient;
  /** These faults in this order instead of random ones; undefined: a random one. */
  order?: readonly (Fault | LastingFault | Act | HomeFault | undefined)[];
};

type StartClient = (
  home: string,
  env: Readonly<Record<string, string>>,
) => Started | Promise<Started>;

const startSource: StartClient = (home, env) =>
  startProgram(AGENT, ['run'], { ...env, YUNBIAO_AGENT_HOME: home });

/** Seed distance between two random printers of a group. */
const NEXT_SEED = 7919;

const listKinds = ({ kind, seed, group }: RoundOptions): [PrinterKind, ...PrinterKind[]] => {
  const names = kind.split('+');
  const getKindAt = (n: number): PrinterKind =>
    getKind(names[n % names.length] ?? kind, seed + n * NEXT_SEED);
  const others = Array.from({ length: (group?.printers ?? 1) - 1 }, (_, n) => getKindAt(n + 1));
  return [getKindAt(0), ...others];
};

const createWorldOrShop = (
  { labels, columns = 1, group, people, engine }: RoundOptions,
  [kind]: readonly [PrinterKind, ...PrinterKind[]],
): Promise<World> => {
  const { language } = kind.printer;
  const { clients = 1, asks } = group ?? {};
  return group || people || engine === 'postgres'
    ? createShop({ labels, columns, clients, asks, isPostgres: engine === 'postgres' })
    : createWorld(labels, kind.settings.exclusive, { language, columns });
};

type Placed = { kind: PrinterKind; printer: Printer; at: Place; localId: string };

const closeStage = async (stage: Stage, queues: readonly TestCups[]): Promise<void> => {
  // A lasting fault may be about to restart a client.
  await Promise.allSettled(stage.lasting);
  for (const { agent } of stage.clients) await agent.stop('SIGKILL');
  await stage.server.stop('SIGKILL');
  for (const cups of queues) await cups.close();
  for (const { printer } of stage.desks) await printer.close();
  await stage.world.remove();
};

/** Starts a client that can change to its other version and back. */
const openClient = async (
  home: string,
  env: Readonly<Record<string, string>>,
  [program, upgraded]: readonly [StartClient, StartClient],
): Promise<Client> => {
  let version = program;
  const client: Client = {
    agent: await version(home, env),
    start: () => version(client.home, env),
    change: () => {
      version = version === program ? upgraded : program;
    },
    isAway: false,
    home,
  };
  return client;
};

const createDesk = (
  clients: readonly Client[],
  { kind, printer, localId }: Placed,
  nth: number,
): Desk => {
  const client = clients[nth % clients.length];
  if (!client) throw new Error('no client has the printer');
  return { kind, printer, client, localId, id: 1, wasReady: true, troubles: 0, isRemoved: false };
};

/** Opens everything a round needs. */
export const openStage = async (
  options: RoundOptions,
  random: Random,
): Promise<{ stage: Stage; close: () => Promise<void> }> => {
  const { labels, columns = 1, program = startSource, upgraded = startSource } = options;
  const kinds = listKinds(options);
  const world = await createWorldOrShop(options, kinds);
  const { server, port } = await startServer(world, 0);
  const queues: TestCups[] = [];
  const placePrinter = async (healthy: PrinterKind, nth: number): Promise<Placed> => {
    const kind = spoilAnswers(healthy, options.answers);
    const printer = await startPrinter(kind, { labels, columns });
    const { at, cups } = await placeFor(kind, printer.port);
    if (cups) queues.push(cups);
    return { kind, printer, at, localId: `p${nth + 1}` };
  };
  const [first, ...rest] = kinds;
  const placed: [Placed, ...Placed[]] = [await placePrinter(first, 0)];
  for (const [nth, kind] of rest.entries()) placed.push(await placePrinter(kind, nth + 1));

  const getClient = async (nth: number, home: World['homes'][number]): Promise<Client> => {
    const own = placed.filter((_, at) => at % world.homes.length === nth);
    configureAgent(home, port, own);
    const [cups] = queues;
    const env = { YUNBIAO_AGENT_MDNS: 'off', ...(cups && { CUPS_SERVER: cups.server }) };
    return openClient(home.home, env, [program, upgraded]);
  };
  const clients: Client[] = [];
  for (const [nth, home] of world.homes.entries()) clients.push(await getClient(nth, home));
  const [one, ...others] = placed;
  const stage: Stage = {
    world,
    random,
    server,
    port,
    clients,
    desks: [
      createDesk(clients, one, 0),
      ...others.map((each, at) => createDesk(clients, each, at + 1)),
    ],
    struckAt: Date.now(),
    allowed: 0,
    lasting: [],
    people: options.people === true,
    homes: options.homes === true,
    cancels: false,
    again: new Map(),
  };
  return { stage, close: () => closeStage(stage, queues) };
};
