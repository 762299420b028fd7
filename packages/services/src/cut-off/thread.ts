import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { chunks } from '../chunks.ts';
import { type Cut, type CutLabel, firstCut, type Looked } from './first-cut.ts';

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
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle?: NodeJS.Timeout };

/** So few layouts are done here: the thread would take longer to be told. */
const FEW = 20;
/** Labels handed over at once: copying these is some tenths of a ms. */
const PART = 200;
/** It keeps fonts and code in memory: it ends when nobody has asked for so long, ms. */
const IDLE_MS = 30_000;

let thread: Thread | undefined;
let lastId = 0;

const open = (): Thread => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    // Nothing of the process's environment or arguments concerns a layout.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const opened: Thread = { worker, waiting: new Map() };
  const end = (error: unknown): void => {
    clearTimeout(opened.idle);
    if (thread === opened) thread = undefined;
    for (const { reject } of opened.waiting.values()) reject(error);
    opened.waiting.clear();
  };
  worker.on('message', (said: FromThread) => {
    const asked = opened.waiting.get(said.id);
    opened.waiting.delete(said.id);
    if ('error' in said) asked?.reject(said.error);
    else asked?.resolve(said.cut);
    if (opened.waiting.size > 0) return;
    // Nobody waits: it holds up no end of the process.
    worker.unref();
    opened.idle = setTimeout(() => {
      end(new Error('the thread of layouts was idle'));
      void worker.terminate();
    }, IDLE_MS);
    opened.idle.unref();
  });
  worker.once('error', end);
  worker.once('exit', () => end(new Error('the thread of layouts ended')));
  return opened;
};

const askThread = async (looked: Looked, labels: readonly CutLabel[]): Promise<Found> => {
  const { worker, waiting, idle } = (thread ??= open());
  clearTimeout(idle);
  worker.ref();
  lastId += 1;
  const id = lastId;
  const found = new Promise<Found>((resolve, reject) => waiting.set(id, { resolve, reject }));
  // A thread that ends while it is told rejects; that is heard below.
  found.catch(() => undefined);
  const parts = chunks(labels, PART);
  for (const [index, part] of parts.entries()) {
    const isWhole = index === parts.length - 1;
    worker.postMessage({ id, looked: index === 0 ? looked : undefined, labels: part, isWhole });
    await setImmediate();
  }
  return found;
};

/**
 * The first label something falls off of, as {@link firstCut} finds it: in a thread of its own, where many labels are
 * looked at, and all who ask take turns.
 */
export const lookForCut = async (looked: Looked, labels: readonly CutLabel[]): Promise<Found> => {
  if (labels.length * looked.places.length <= FEW) return firstCut(looked, labels);
  return askThread(looked, labels);
};
