import { parentPort } from 'node:worker_threads';
import { createBacktrackingTexts } from './adversaries.ts';

/** A regular expression to measure and its limit, CPU ms. */
export type Task = {
  source: string;
  flags: string;
  lengths: number[];
  /** Maximum number of units of the expression that are combined. */
  units: number;
  maxMs: number;
};

/**
 * The slowest text and its CPU time, ms. The minimum of three tries, to exclude noise from other
 * processes.
 */
export type TimedText = { ms: number; text: string };

const TRIES = 3;
/** Below this time no further try is needed, ms. */
const CLEARLY_FAST_MS = 20;
/**
 * Above the limit times this factor, the expression itself is at fault: other processes affect CPU
 * time less.
 */
const CLEARLY_SLOW_FACTOR = 4;

const readCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Matches at every position, as `replaceAll`, `matchAll` and `split` do. */
const runPattern = (pattern: RegExp, text: string): void => {
  pattern.lastIndex = 0;
  if (pattern.global) text.replaceAll(pattern, '');
  else pattern.exec(text);
};

const measurePatternMs = (pattern: RegExp, text: string, mostMs: number): number => {
  let min = Infinity;
  for (let n = 0; n < TRIES && min > CLEARLY_FAST_MS; n += 1) {
    const before = readCpuMs();
    runPattern(pattern, text);
    const ms = readCpuMs() - before;
    min = Math.min(min, ms);
    if (ms > CLEARLY_SLOW_FACTOR * mostMs) break;
  }
  return min;
};

// Runs in a worker thread, because an expression may never finish. The thread is then terminated.
parentPort?.on('message', ({ source, flags, lengths, units, maxMs: mostMs }: Task) => {
  const pattern = new RegExp(source, flags);
  let worst: TimedText = { ms: 0, text: '' };
  for (const length of lengths) {
    for (const text of createBacktrackingTexts(source, length, units)) {
      const ms = measurePatternMs(pattern, text, mostMs);
      if (ms > worst.ms) worst = { ms, text: text.slice(0, 40) };
      if (worst.ms > mostMs) return parentPort?.postMessage(worst);
    }
  }
  parentPort?.postMessage(worst);
});
