import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Time this thread has waited for a core so far, ms. Linux only; 0 elsewhere. */
const coreWaits = (): number => {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
};

export type Waits = {
  /** Maximum delay of a task scheduled every 5 ms, ms. */
  late: number;
  /**
   * The same without the time this thread waited for a core: the delay the program itself caused.
   */
  own: number;
};

/** Event loop delay while `work` runs. */
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
