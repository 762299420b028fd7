import { parentPort } from 'node:worker_threads';
import { createBacktrackingTexts } from './adversaries.ts';

/** A regular expression to measure. */
export type Task = {
  source: string;
  flags: string;
  lengths: number[];
  /** Maximum number of units of the expression that are combined. */
  units: number;
};

/** The slowest text, and whether its CPU time exceeds the limit. */
export type TimedText = { isSlow: boolean; text: string };

const TRIES = 3;
/** Shorter texts have the limit of this length: on them only exponential time matters. */
const MIN_LIMIT_LENGTH = 20_000;
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

/** Scans from every position to the end of the text. */
const QUADRATIC = /\[([^\]]*)\]/g;
const QUADRATIC_LENGTH = 10_000;
/**
 * A scan of 300 characters from each position takes 1/33 of the quadratic scan of 20,000
 * characters; scans to the end by expressions with longer units take a half to a quarter of it.
 */
const MAX_QUADRATIC_SHARE = 1 / 6;

/** The minimum of three tries, to exclude noise from other processes. */
const measurePatternMs = (pattern: RegExp, text: string, maxMs: number): number => {
  let min = Infinity;
  for (let n = 0; n < TRIES && min > CLEARLY_FAST_MS; n += 1) {
    const before = readCpuMs();
    runPattern(pattern, text);
    const ms = readCpuMs() - before;
    min = Math.min(min, ms);
    if (ms > CLEARLY_SLOW_FACTOR * maxMs) break;
  }
  return min;
};

const quadraticMs = Math.min(
  ...Array.from({ length: TRIES }, () =>
    measurePatternMs(QUADRATIC, '['.repeat(QUADRATIC_LENGTH), 0),
  ),
);

/** Limit for texts of this length on this machine, CPU ms. */
const computeMaxMs = (length: number): number =>
  quadraticMs * (length / QUADRATIC_LENGTH) ** 2 * MAX_QUADRATIC_SHARE;

// Runs in a worker thread, because an expression may never finish. The thread is then terminated.
parentPort?.on('message', ({ source, flags, lengths, units }: Task) => {
  const pattern = new RegExp(source, flags);
  const maxMs = computeMaxMs(Math.max(...lengths, MIN_LIMIT_LENGTH));
  let [worstMs, worstText] = [0, ''];
  for (const length of lengths) {
    for (const text of createBacktrackingTexts(source, length, units)) {
      const ms = measurePatternMs(pattern, text, maxMs);
      if (ms > worstMs) [worstMs, worstText] = [ms, text.slice(0, 40)];
      if (worstMs > maxMs) return parentPort?.postMessage({ isSlow: true, text: worstText });
    }
  }
  parentPort?.postMessage({ isSlow: false, text: worstText });
});
