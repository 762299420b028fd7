import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from '../../apps/agent/src/places.ts';
import { startCups, type TestCups } from '../support/cups.ts';
import { type Started, startProgram } from '../support/process.ts';
import { startEscposPrinter } from '../printers/escpos/escpos.ts';
import { startTsplPrinter } from '../printers/tspl/tspl.ts';
import type { Controls } from '../printers/works/controls.ts';
import type { Drawn } from '../printers/works/drawn.ts';
import { startZplPrinter } from '../printers/zpl/zpl.ts';
import { type Fault, kindOf, type PrinterKind } from './kinds.ts';
import { createRandom, type Random } from './random.ts';
import { type Batch, cellsOf, dotsOf, graphicsOf, inksOf, isTopOfOne, rowName } from './labels.ts';
import { configureAgent, createWorld, type World } from './world.ts';

const AGENT = 'apps/agent/src/main.ts';
const SERVER = 'e2e/crash/server.ts';
/** How long after the last fault everything may take to be decided: a printer that counts 5 s late takes 10 s a label. */
const PATIENCE_MS = 300_000;
/** How long what the printer has taken may take to come out. */
const REST_MS = 20_000;
/** The printer's labels move at this speed unless it says otherwise: 150 ms for one of ours. */
const SPEED_MM_S = 100;

export type RoundOptions = {
  kind: string;
  seed: number;
  labels: number;
  faults: number;
  /** Labels across the roll. */
  columns?: number;
  /** Another print client than the source, which is in this folder. */
  program?: (home: string, env: Readonly<Record<string, string>>) => Started | Promise<Started>;
  /** These, in this order, instead of any. */
  order?: readonly Fault[];
};

export type RoundResult = {
  words: string;
  faults: Record<string, number>;
  states: Record<string, number>;
  /** Reported as printed, and not one came out whole; or as sent to a printer that only closes, and not one did. */
  lost: number[];
  /** Came out whole more than once. */
  doubled: number[];
  /** What came out whole, in order: a label, or a row of them as `4+5+6`. */
  whole: string[];
  /** Rows that came out whole, and of whose labels not all ended alike. */
  torn: string[];
  /** Neither ended nor uncertain. */
  open: number;
  uncertain: number;
  /** What may be uncertain after these faults; null: any. */
  allowed: number | null;
  /** Came out, and nobody knows which label it is. */
  unknown: number;
  /** Labels that were sent again as a further attempt, by themselves. */
  again: number;
  /** Why labels are not printed: how many each. */
  reasons: Record<string, number>;
};

/** A printer of any language. */
type Printer = Omit<Controls<Drawn>, 'options' | 'labels'>;

type Stage = {
  world: World;
  random: Random;
  printer: Printer;
  server: Started;
  agent: Started;
  startAgent: () => Started | Promise<Started>;
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

const startSource: NonNullable<RoundOptions['program']> = (home, env) =>
  startProgram(AGENT, ['run'], { ...env, YUNBIAO_AGENT_HOME: home });

const QUEUE = 'label';

/** Where the client finds the printer, with a CUPS of its own in front of it where it stands behind a queue. */
const placeFor = async (
  { behind }: PrinterKind,
  port: number,
): Promise<{ at: Place; cups: TestCups | null }> => {
  if (behind === undefined) return { at: { kind: 'tcp', host: '127.0.0.1', port }, cups: null };
  const cups = await startCups();
  await cups.addQueue(QUEUE, `socket://127.0.0.1:${port}`);
  const places: Record<typeof behind, Place> = {
    cups: { kind: 'cups-queue', name: QUEUE },
    ipp: { kind: 'ipp', uri: `${cups.address}/printers/${QUEUE}` },
    windows: { kind: 'windows-queue', name: QUEUE },
  };
  return { at: places[behind], cups };
};

/** A printer that tells which label of the batch came out, or which row of them; `unknown` when it is mixed with something. */
const startPrinter = ({ printer }: PrinterKind, batch: Batch): Promise<Printer> => {
  const { labels, columns } = batch;
  const nameOf = (name: string | number | undefined): string => String(name ?? 'unknown');
  const usual = { speedMmPerS: SPEED_MM_S, ...printer.options, labelMm: 15 };
  const dots = dotsOf(batch);
  const drawnName = ({ bitmap, defects }: Pick<Drawn, 'bitmap' | 'defects'>): string =>
    nameOf(
      defects.length > 0 ? undefined : rowName(columns, bitmap, (cell) => dots.get(cell.hash())),
    );
  if (printer.language === 'tspl') return startTsplPrinter({ ...usual, identify: drawnName });
  if (printer.language === 'escpos') {
    const inks = inksOf(batch);
    return startEscposPrinter({
      ...usual,
      identify: ({ bitmap, text }) => {
        const found = rowName(columns, bitmap, (cell) => inks.get(cell.ink().hash()));
        if (text !== '' || found !== undefined) return nameOf(text === '' ? found : undefined);
        const cells = cellsOf(columns, bitmap)?.filter((cell) => cell.blackDots() > 0);
        // It prints as it reads: of a label that was cut short, a part comes out.
        return cells?.every((cell) => isTopOfOne(batch, cell)) ? 'a part' : 'unknown';
      },
    });
  }
  const graphics = graphicsOf(labels);
  return startZplPrinter({
    ...usual,
    identify: (drawn) => {
      if (columns > 1) return drawnName(drawn);
      const { text, defects } = drawn;
      const [found, another] = [...text.matchAll(/\^GF([^]*?)\^FS/g)];
      return nameOf(another || defects.length > 0 ? undefined : graphics.get(found?.[1] ?? ''));
    },
  });
};

const openCount = async (world: World): Promise<number> => {
  const row = await world.db.kysely
    .selectFrom('detail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Waits for the printer to begin something, so that faults meet labels. False: everything has ended. */
const activity = async ({ printer, world }: Stage): Promise<boolean> => {
  const until = Date.now() + PATIENCE_MS;
  for (let n = 0; Date.now() < until; n += 1) {
    const { printing, formats, partial } = printer.state();
    if (printing || formats > 0 || partial) return true;
    if (n % 50 === 49 && (await openCount(world)) === 0) return false;
    await sleep(5);
  }
  return false;
};

/** Media and ribbon in, head closed, and the PAUSE key where it wants that: a person takes a few seconds. */
const mend = async ({ printer, random }: Stage): Promise<void> => {
  await sleep(random.between(3000, 5000));
  printer.clear();
  await sleep(100);
  if (printer.state().paused) printer.pressPause();
};

const stopped = ({ printer }: Stage): boolean => {
  const { paperOut, ribbonOut, headUp } = printer.state();
  return paperOut || ribbonOut || headUp;
};

const strikes: Record<Fault, (stage: Stage) => Promise<unknown> | void> = {
  agent: async (stage) => {
    await stage.agent.stop('SIGKILL');
    stage.agent = await stage.startAgent();
    await stage.agent.until(/已连上/);
  },
  server: async (stage) => {
    await stage.server.stop('SIGKILL');
    await sleep(stage.random.between(0, 50));
    stage.server = (await startServer(stage.world, stage.port)).server;
  },
  cut: ({ printer, random }) => {
    const orphanMs = random.pick([null, random.between(5, 300)]);
    if (random.between(0, 1) === 0) printer.resetConnections({ orphanMs });
    else {
      printer.resetConnections();
      printer.cutConnection({ bytes: random.between(1, 3000), orphanMs });
    }
  },
  power: ({ printer, random }) => printer.powerCut({ downMs: random.between(50, 2000) }),
  stop: async (stage) => {
    const { printer, random } = stage;
    const when = { mm: random.between(0, 15) };
    random.pick([printer.mediaOut, printer.ribbonOut, printer.headOpen])(when);
    // It strikes the next label that gets so far; the last of the batch may have been before.
    for (let n = 0; n < 1000 && !stopped(stage); n += 1) await sleep(20);
    await mend(stage);
  },
  drop: ({ printer }) => printer.dropFormats(1),
  cancel: ({ printer }) => printer.pressCancel(),
};

const finish = async (stage: Stage): Promise<void> => {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    if (stopped(stage)) await mend(stage);
    if ((await openCount(stage.world)) === 0) return;
    await sleep(200);
  }
};

const NAMELESS = ['unknown', 'a part'];

const judge = async (
  stage: Stage,
  { kind, columns }: { kind: PrinterKind; columns: number },
  faults: Record<string, number>,
): Promise<RoundResult> => {
  const { printer, world } = stage;
  const paper = printer.paper().filter((one) => one.source !== 'feed' && one.whole);
  const times = new Map<string, number>();
  const names = paper.map(({ key }) => key.split('+'));
  for (const name of names.flat()) times.set(name, (times.get(name) ?? 0) + 1);
  const details = await world.db.kysely.selectFrom('detail').selectAll().execute();
  const stateOf = new Map(details.map(({ sequence, state }) => [String(sequence), state]));
  const states: Record<string, number> = {};
  for (const detail of details) states[detail.state] = (states[detail.state] ?? 0) + 1;
  // "Sent" says that it was taken, no more; nothing happens here to a printer that closes once it has read a label.
  const claims = kind.settings.closeAfter || kind.behind ? ['printed', 'sent'] : ['printed'];
  const claimed = details.filter((detail) => claims.includes(detail.state));
  const reasons: Record<string, number> = {};
  for (const { reason } of details) if (reason) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const harmless = faults['server'] ?? 0;
  const count = Object.values(faults).reduce((sum, n) => sum + n, 0) - harmless;
  return {
    words: kind.words,
    faults,
    states,
    lost: claimed.map((detail) => detail.sequence).filter((n) => !times.has(String(n))),
    doubled: [...times]
      .filter(([key, n]) => !NAMELESS.includes(key) && n > 1)
      .map(([key]) => Number(key)),
    whole: paper.map(({ key }) => key),
    torn: names
      .filter((row) => new Set(row.map((name) => stateOf.get(name))).size > 1)
      .map((row) => row.join('+')),
    open: (states['queued'] ?? 0) + (states['sending'] ?? 0),
    uncertain: states['uncertain'] ?? 0,
    // A cut brings the reset and, at times, one more at a byte of the next connection.
    allowed:
      kind.uncertain === null ? null : kind.uncertain * columns * (count + (faults['cut'] ?? 0)),
    unknown: times.get('unknown') ?? 0,
    again: details.filter((detail) => detail.attempt > 1).length,
    reasons,
  };
};

/** Prints one batch while things go wrong, and compares what came out with what was reported. */
export const runRound = async ({
  kind: name,
  seed,
  labels,
  faults,
  columns = 1,
  program = startSource,
  order,
}: RoundOptions): Promise<RoundResult> => {
  const random = createRandom(seed);
  const kind = kindOf(name, seed);
  const { language } = kind.printer;
  const world = await createWorld(labels, kind.settings.exclusive, { language, columns });
  const printer = await startPrinter(kind, { labels, columns });
  const { server, port } = await startServer(world, 0);
  const { at, cups } = await placeFor(kind, printer.port);
  configureAgent(world.agentHome, port, at, kind.settings, language);
  const startAgent = (): Started | Promise<Started> =>
    program(world.agentHome, {
      YUNBIAO_AGENT_MDNS: 'off',
      ...(cups && { CUPS_SERVER: cups.server }),
    });
  const agent = await startAgent();
  const stage: Stage = { world, random, printer, server, port, agent, startAgent };
  const struck: Record<string, number> = {};
  try {
    await stage.agent.until(/已连上/);
    for (let i = 0; i < faults && (await activity(stage)); i += 1) {
      const fault = order?.[i] ?? random.pick(kind.faults);
      await sleep(random.between(0, 400));
      struck[fault] = (struck[fault] ?? 0) + 1;
      await strikes[fault](stage);
    }
    await finish(stage);
    // What it has taken, and what an orphaned connection still holds, may come out a moment later.
    await sleep(500);
    await Promise.race([printer.rest(), sleep(REST_MS)]);
    return await judge(stage, { kind, columns }, struck);
  } finally {
    await stage.agent.stop('SIGKILL');
    await stage.server.stop('SIGKILL');
    await cups?.close();
    await printer.close();
    await world.remove();
  }
};
