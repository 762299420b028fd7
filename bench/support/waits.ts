import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** How long this thread has waited for a core so far, ms: Linux counts it, elsewhere none is known of. */
const coreWaits = (): number => {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
};

export type Waits = {
  /** What something that should run every 5 ms waited at most, ms. */
  late: number;
  /** The same without what a busy machine kept this thread from running: what the program itself made it wait. */
  own: number;
};

/** How long everybody else waits while `work` goes on. */
export const waitsDuring = async <T>(work: () => Promise<T>): Promise<{ result: T } & Waits> => {
  let [late, own, last, lastCore] = [0, 0, performance.now(), coreWaits()];
  const timer = setInterval(() => {
    const [now, core] = [performance.now(), coreWaits()];
    const waited = now - last - 5;
    late = Math.max(late, waited);
    own = Math.max(own, waited - (core - lastCore));
    [last, lastCore] = [now, core];
  }, 5);
  try {
    return { result: await work(), late, own };
  } finally {
    clearInterval(timer);
  }
};
