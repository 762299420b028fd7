import { setTimeout as delay } from 'node:timers/promises';

/** A caller that waits for units. */
export type Waiter = {
  units: number;
  /** On the budget's clock, ms. */
  deadlineAt: number;
  resolve: (isAdmitted: boolean) => void;
};

/** FIFO queue. Removal takes constant time at any position. */
export const createWaiterQueue = () => {
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

export type Queue = ReturnType<typeof createWaiterQueue>;

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const sleepUnref: Sleep = (ms, signal) => delay(ms, undefined, { ref: false, signal });

/** A single timer. Setting it replaces the previous time. */
export const createTimer = (sleep: Sleep, onTime: () => void) => {
  let scheduled: { at: number; controller: AbortController } | null = null;
  const stopTimer = (): void => {
    const { controller } = scheduled ?? {};
    scheduled = null;
    controller?.abort();
  };
  return {
    stop: stopTimer,
    /** `now` and `at` use the same clock, ms. */
    set: (now: number, at: number): void => {
      if (scheduled?.at === at) return;
      stopTimer();
      const ownTimer = { at, controller: new AbortController() };
      scheduled = ownTimer;
      const fireCurrentTimer = (): void => {
        if (scheduled !== ownTimer) return;
        scheduled = null;
        onTime();
      };
      sleep(Math.max(1, at - now), ownTimer.controller.signal).then(
        fireCurrentTimer,
        fireCurrentTimer,
      );
    },
  };
};
