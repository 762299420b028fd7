import { setTimeout as delay } from 'node:timers/promises';

/** Asks for units that are not there yet. */
export type Waiter = {
  units: number;
  /** On the budget's clock, ms. */
  deadlineAt: number;
  settle: (isAdmitted: boolean) => void;
};

/** First come, first served. Leaving it is constant time, wherever in it one stands. */
export const createQueue = () => {
  const waiters = new Set<Waiter>();
  let units = 0;
  return {
    add: (waiter: Waiter): void => {
      waiters.add(waiter);
      units += waiter.units;
    },
    remove: (waiter: Waiter): void => {
      if (waiters.delete(waiter)) units -= waiter.units;
    },
    getFirst: (): Waiter | undefined => waiters.values().next().value,
    isEmpty: (): boolean => waiters.size === 0,
    getUnits: (): number => units,
  };
};

export type Queue = ReturnType<typeof createQueue>;

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const sleepAside: Sleep = (ms, signal) => delay(ms, undefined, { ref: false, signal });

/** One timer, set to the last time it is given. */
export const createTimer = (sleep: Sleep, onTime: () => void) => {
  let armed: { at: number; ending: AbortController } | null = null;
  const stop = (): void => {
    const { ending } = armed ?? {};
    armed = null;
    ending?.abort();
  };
  return {
    stop,
    /** `now` and `at` on one clock, ms. */
    set: (now: number, at: number): void => {
      if (armed?.at === at) return;
      stop();
      const own = { at, ending: new AbortController() };
      armed = own;
      const finish = (): void => {
        if (armed !== own) return;
        armed = null;
        onTime();
      };
      sleep(Math.max(1, at - now), own.ending.signal).then(finish, finish);
    },
  };
};
