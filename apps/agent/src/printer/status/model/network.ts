import type { Answer, Item } from './device.ts';
import type { ModelParameters } from './parameters.ts';
import type { ModelPrinter } from './printer.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Time from one end to the other, ms. */
export const NETWORK_MS = 1;

/** What lies between the print client and the simulated printer. */
export type Network = {
  readonly time: VirtualTime;
  readonly settings: ModelParameters;
  readonly printer: ModelPrinter;
  /** Random numbers from 0 to 1. */
  readonly random: () => number;
  readonly lagSeed: number;
  /** Number of the current connection. Nothing arrives over an earlier one. */
  connection: number;
  /** Whether the printer has power. */
  isPowered: boolean;
  answerCount: number;
  /** Time until which the printer does not hear queries. */
  deafUntil: number;
  /** Arrival of the last answer over a connection. On a wire no later one arrives sooner. */
  lastArrival: { connection: number; at: number };
};

/** Called with each answer that arrives completely or in part. */
export type Receive = (answer: Answer, isPart: boolean) => void;

/** Creates a deterministic random generator from 0 to 1 (mulberry32). */
const createRandom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

export const createSimulatedNetwork = (
  parts: Pick<Network, 'time' | 'settings' | 'printer' | 'lagSeed'>,
): Network => ({
  ...parts,
  random: createRandom(parts.settings.seed),
  connection: 0,
  isPowered: true,
  answerCount: 0,
  deafUntil: -Infinity,
  lastArrival: { connection: 0, at: 0 },
});

/** Computes the deterministic delay of the next answer, from 0 to `lagMs`. */
const computeNextAnswerDelay = (network: Network): number => {
  const { hiccupEvery, hiccupMs, lagMs } = network.settings;
  network.answerCount += 1;
  if (hiccupEvery > 0 && network.answerCount % hiccupEvery === 0) return hiccupMs;
  const input = network.lagSeed + network.answerCount;
  const mixed = Math.imul(input ^ (input >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12)) >>> 0) % (lagMs + 1);
};

const drawRandomLateness = ({ random, settings }: Network): number =>
  random() < settings.lateness ? 2500 + 2000 * random() : 0;

/** Whether the printer receives an item. After answering a query it ignores input for a while. */
const isItemReceivedByPrinter = (network: Network, { kind }: Item): boolean => {
  const { settings, time } = network;
  if (kind === 'label' || settings.deafMs === 0) return true;
  const isAnswered = kind !== 'counter' || settings.counter === 'counts';
  const hears = time.now() >= network.deafUntil;
  if (hears && isAnswered) network.deafUntil = time.now() + settings.deafMs;
  return hears;
};

/** Sends items over the current connection. `receive` is called with the answers to them. */
export const sendItemsToPrinter = (
  network: Network,
  items: readonly Item[],
  receive: Receive,
): void => {
  const { time, settings, printer, random, connection } = network;
  let dueAt = time.now();
  if (
    settings.lateness > 0 &&
    !settings.overtaking &&
    network.lastArrival.connection === connection
  )
    dueAt = Math.max(dueAt, network.lastArrival.at);
  const scheduleAnswerArrival = (answer: Answer): void => {
    if (random() < settings.loss) return;
    const lateMs = drawRandomLateness(network);
    const arrivalAt = Math.max(dueAt, time.now() + computeNextAnswerDelay(network));
    if (lateMs === 0 || !settings.overtaking) dueAt = arrivalAt + lateMs;
    network.lastArrival = { connection, at: dueAt };
    const isPart = 'status' in answer && random() < settings.truncation;
    time.schedule(arrivalAt + lateMs - time.now() + NETWORK_MS, () => {
      if (connection === network.connection) receive(answer, isPart);
    });
  };
  time.schedule(NETWORK_MS, () => {
    if (!network.isPowered) return;
    const heardItems = items.filter((item) => isItemReceivedByPrinter(network, item));
    printer.receive(heardItems, scheduleAnswerArrival);
  });
};
