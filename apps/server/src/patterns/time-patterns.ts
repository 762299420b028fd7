import { parentPort } from 'node:worker_threads';
import { createAdversaries } from './adversaries.ts';

/** An expression, the texts that it is tried on, and how much is too much, CPU ms. */
export type Task = {
  source: string;
  flags: string;
  lengths: number[];
  /** Of what the expression names, so many are put together with each other. */
  units: number;
  mostMs: number;
};

/** The text an expression took longest on, CPU ms; the least of three tries, so that no neighbour is to blame. */
export type Timed = { ms: number; text: string };

const TRIES = 3;
/** Below, a try need not be made again. */
const CLEAR_MS = 20;
/** This many times too much is nobody's doing but its own: CPU time grows by less for a neighbour's sake. */
const HOPELESS = 4;

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Every place it may match at is tried, as `replaceAll`, `matchAll` and `split` do. */
const run = (pattern: RegExp, text: string): void => {
  pattern.lastIndex = 0;
  if (pattern.global) text.replaceAll(pattern, '');
  else pattern.exec(text);
};

const getTime = (pattern: RegExp, text: string, mostMs: number): number => {
  let least = Infinity;
  for (let n = 0; n < TRIES && least > CLEAR_MS; n += 1) {
    const before = cpuMs();
    run(pattern, text);
    const ms = cpuMs() - before;
    least = Math.min(least, ms);
    if (ms > HOPELESS * mostMs) break;
  }
  return least;
};

// In a thread of its own: an expression may never come to an end, and the thread is then ended for it.
parentPort?.on('message', ({ source, flags, lengths, units, mostMs }: Task) => {
  const pattern = new RegExp(source, flags);
  let worst: Timed = { ms: 0, text: '' };
  for (const length of lengths) {
    for (const text of createAdversaries(source, length, units)) {
      const ms = getTime(pattern, text, mostMs);
      if (ms > worst.ms) worst = { ms, text: text.slice(0, 40) };
      if (worst.ms > mostMs) return parentPort?.postMessage(worst);
    }
  }
  parentPort?.postMessage(worst);
});
