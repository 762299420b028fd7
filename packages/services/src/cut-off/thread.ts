import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createGate } from '../gate.ts';
import { type Cut, type CutLabel, firstCut, type Looked, MAX_LAYOUTS } from './first-cut.ts';

/** Labels to look at, and with what. They are made one by one when it is their turn: whoever waits keeps none of them. */
export type ToLook = Looked & { count: number; labels: () => Iterable<CutLabel> };

/** A part of what is to be looked at: the first says with what, the last that it is whole. */
export type ToThread = {
  id: number;
  looked?: Looked | undefined;
  labels: readonly CutLabel[];
  isWhole: boolean;
};

type FromThread = { id: number; cut: Cut | 'too-many' | null } | { id: number; error: unknown };
type Found = Cut | 'too-many' | null;
type Waiting = { resolve: (found: Found) => void; reject: (error: unknown) => void };
type Thread = { worker: Worker; waiting: Map<number, Waiting>; timer?: NodeJS.Timeout };

/** So few layouts are done here: the thread would take longer to be told. */
export const FEW = 20;
/** Labels handed over at once: copying these is some tenths of a ms. */
const PART = 200;
/** It keeps fonts and code in memory: it ends when nobody has asked for so long, ms. */
const IDLE_MS = 30_000;

export type ThreadLimits = {
  /** Looks the thread has in memory; the others wait in order. */
  atOnce: number;
  /** Without an answer for so long it is taken for stuck, ms. */
  silentMs: number;
};

/** Two that take turns answer after twice the work of one, 40 s: twice that on a machine that is busy otherwise. */
const LIMITS: ThreadLimits = { atOnce: 2, silentMs: 90_000 };

/** The thread ended before it answered, or never began: no memory, stuck, broken (`cause`). Nothing is known of the labels. */
export class ThreadEnded extends Error {}

/** What a look costs at most, in layouts. */
export const listLayouts = ({ count, places }: Pick<ToLook, 'count' | 'places'>): number =>
  Math.min(count * places.length, MAX_LAYOUTS);

const openWorker = (): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    // Nothing of the process's environment or arguments concerns a layout.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });

/** Tells the thread what to look at, a part at a time. */
const handOver = async (
  worker: Worker,
  id: number,
  { template, places, at, labels }: ToLook,
): Promise<void> => {
  worker.postMessage({ id, looked: { template, places, at }, labels: [], isWhole: false });
  let part: CutLabel[] = [];
  for (const label of labels()) {
    part.push(label);
    if (part.length < PART) continue;
    worker.postMessage({ id, labels: part, isWhole: false });
    part = [];
    await setImmediate();
  }
  worker.postMessage({ id, labels: part, isWhole: true });
};

/**
 * Looks for the first label something falls off of, as {@link firstCut} finds it: in a thread of its own, where many
 * labels are looked at. @throws {@link ThreadEnded}
 */
export const createThread = (
  open = openWorker,
  { atOnce, silentMs }: ThreadLimits = LIMITS,
): ((asked: ToLook) => Promise<Found>) => {
  const inTurn = createGate(atOnce);
  let thread: Thread | undefined;
  let lastId = 0;

  const end = (ended: Thread, cause: unknown): void => {
    clearTimeout(ended.timer);
    if (thread === ended) thread = undefined;
    for (const { reject } of ended.waiting.values())
      reject(new ThreadEnded('the thread of layouts ended', { cause }));
    ended.waiting.clear();
    void ended.worker.terminate();
  };
  /** It answers in time while it is asked, and goes when it is not. */
  const watch = (watched: Thread): void => {
    const isAsked = watched.waiting.size > 0;
    clearTimeout(watched.timer);
    watched.timer = setTimeout(
      () => end(watched, new Error('no answer for too long')),
      isAsked ? silentMs : IDLE_MS,
    );
    // Nobody waits: it holds up no end of the process.
    if (isAsked) watched.worker.ref();
    else watched.worker.unref();
    watched.timer.unref();
  };
  /** @throws {@link ThreadEnded} where the system has no thread to give */
  const openOne = (): Worker => {
    try {
      return open();
    } catch (cause) {
      throw new ThreadEnded('no thread of layouts could be started', { cause });
    }
  };
  const start = (): Thread => {
    const worker = openOne();
    const opened: Thread = { worker, waiting: new Map() };
    worker.on('message', (said: FromThread) => {
      const asked = opened.waiting.get(said.id);
      if (!asked) return;
      opened.waiting.delete(said.id);
      watch(opened);
      if ('error' in said) asked.reject(said.error);
      else asked.resolve(said.cut);
    });
    worker.on('error', (error) => end(opened, error));
    worker.on('messageerror', (error) => end(opened, error));
    worker.on('exit', (code) => end(opened, new Error(`exit code ${code}`)));
    return opened;
  };
  const ask = async (asked: ToLook): Promise<Found> => {
    const opened = (thread ??= start());
    lastId += 1;
    const id = lastId;
    const found = new Promise<Found>((resolve, reject) =>
      opened.waiting.set(id, { resolve, reject }),
    );
    // A thread that ends while it is told rejects; that is heard below.
    found.catch(() => undefined);
    watch(opened);
    try {
      await handOver(opened.worker, id, asked);
    } catch (error) {
      // It would wait for the rest.
      end(opened, error);
      throw error;
    }
    return found;
  };

  return async (asked) =>
    listLayouts(asked) <= FEW ? firstCut(asked, asked.labels()) : inTurn(() => ask(asked));
};

/** The process's own. */
export const lookForCut = createThread();
