import { setTimeout as sleep } from 'node:timers/promises';
import { type PrinterKind, startCountingPrinter } from './counting-printer.ts';
import { type Started, startProgram } from '../support/process.ts';
import { createRandom, type Random } from './random.ts';
import { configureAgent, createWorld, graphicsOf, type World } from './world.ts';

const AGENT = 'apps/agent/src/main.ts';
const SERVER = 'e2e/crash/server.ts';
const PATIENCE_MS = 60_000;

export type RoundOptions = { kind: PrinterKind; seed: number; labels: number; faults: number };

export type RoundResult = {
  faults: Record<string, number>;
  states: Record<string, number>;
  /** Reported as printed or sent, and not one came out. */
  lost: number[];
  /** Came out more than once. */
  doubled: number[];
  /** Neither ended nor uncertain. */
  open: number;
  uncertain: number;
  /** Agents killed and connections really cut: each may leave one label uncertain. A killed server may leave none. */
  excuses: number;
  /** Came out, and nobody knows which label it is. */
  unknown: number;
  /** Labels that were sent again as a further attempt. */
  again: number;
};

type Fault = 'agent' | 'server' | 'cut' | 'power';
const FAULTS: Record<PrinterKind, readonly Fault[]> = {
  hs: ['agent', 'server', 'cut'],
  counter: ['agent', 'server', 'cut', 'power'],
  close: ['agent', 'server', 'cut'],
};

type Stage = {
  world: World;
  random: Random;
  printer: Awaited<ReturnType<typeof startCountingPrinter>>;
  server: Started;
  agent: Started;
  port: number;
};

const startServer = async (
  world: World,
  port: number,
): Promise<{ server: Started; port: number }> => {
  const server = startProgram(SERVER, [world.dataDir, String(port)], {});
  const [, actual] = await server.until(/ready (\d+)/);
  return { server, port: Number(actual) };
};

const startAgent = (world: World): Started =>
  startProgram(AGENT, ['run'], { YUNBIAO_AGENT_HOME: world.agentHome });

const openCount = async (world: World): Promise<number> => {
  const row = await world.db.kysely
    .selectFrom('detail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Lets one thing go wrong, 15–90 ms into whatever is going on, and brings the victim back. */
const strike = async (stage: Stage, fault: Fault): Promise<void> => {
  const { world, random, printer } = stage;
  await sleep(random.between(15, 90));
  if (fault === 'agent') {
    await stage.agent.stop('SIGKILL');
    stage.agent = startAgent(world);
    await stage.agent.until(/已连上/);
  } else if (fault === 'server') {
    await stage.server.stop('SIGKILL');
    await sleep(random.between(0, 50));
    stage.server = (await startServer(world, stage.port)).server;
  } else if (fault === 'cut') printer.cutAfter(random.between(1, 3000));
  else printer.powerCut();
};

const finish = async (stage: Stage): Promise<void> => {
  const until = Date.now() + PATIENCE_MS;
  while ((await openCount(stage.world)) > 0) {
    if (Date.now() > until) return;
    await sleep(50);
  }
};

const judge = async (
  stage: Stage,
  labels: number,
  faults: Record<string, number>,
): Promise<RoundResult> => {
  const graphics = graphicsOf(labels);
  const times = new Map<number, number>();
  let unknown = 0;
  for (const graphic of stage.printer.printed) {
    const n = graphics.get(graphic);
    if (n === undefined) unknown += 1;
    else times.set(n, (times.get(n) ?? 0) + 1);
  }
  const details = await stage.world.db.kysely.selectFrom('detail').selectAll().execute();
  const states: Record<string, number> = {};
  for (const detail of details) states[detail.state] = (states[detail.state] ?? 0) + 1;
  const claimed = details.filter((detail) => ['printed', 'sent'].includes(detail.state));
  return {
    faults,
    states,
    lost: claimed.map((detail) => detail.sequence).filter((n) => !times.has(n)),
    doubled: [...times].filter(([, count]) => count > 1).map(([n]) => n),
    open: (states['queued'] ?? 0) + (states['sending'] ?? 0),
    uncertain: states['uncertain'] ?? 0,
    excuses: (faults['agent'] ?? 0) + stage.printer.cuts(),
    unknown,
    again: details.filter((detail) => detail.attempt > 1).length,
  };
};

/** Prints one batch while things go wrong, and compares what came out with what was reported. */
export const runRound = async ({
  kind,
  seed,
  labels,
  faults,
}: RoundOptions): Promise<RoundResult> => {
  const random = createRandom(seed);
  const world = await createWorld(labels, kind);
  const printer = await startCountingPrinter(kind, () => random.between(1, 8));
  const { server, port } = await startServer(world, 0);
  configureAgent(world.agentHome, port, printer, kind);
  const stage: Stage = { world, random, printer, server, port, agent: startAgent(world) };
  const struck: Record<string, number> = {};
  try {
    await stage.agent.until(/已连上/);
    for (let i = 0; i < faults && (await openCount(world)) > 0; i += 1) {
      const fault = random.pick(FAULTS[kind]);
      struck[fault] = (struck[fault] ?? 0) + 1;
      await strike(stage, fault);
    }
    // A cut that has not come yet does not count, and must not come while the end is awaited.
    printer.cutAfter(Infinity);
    await finish(stage);
    // What an orphaned connection still holds may come out a moment later.
    await sleep(300);
    return await judge(stage, labels, struck);
  } finally {
    await stage.agent.stop('SIGKILL');
    await stage.server.stop('SIGKILL');
    await printer.close();
    await world.remove();
  }
};
