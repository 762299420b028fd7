/** Lets one loop wait for an event. */
export type Signal = {
  raise: () => void;
  /** Resolves when raised, immediately if raised since the last wait, or after `ms`. */
  wait: (ms: number) => Promise<void>;
};

export const createWakeSignal = (): Signal => {
  let raised = false;
  let wake: (() => void) | null = null;
  return {
    raise: () => {
      raised = true;
      wake?.();
    },
    wait: (ms) =>
      new Promise((resolve) => {
        const resolvePendingWait = (): void => {
          clearTimeout(timer);
          wake = null;
          raised = false;
          resolve();
        };
        const timer = setTimeout(resolvePendingWait, ms);
        wake = resolvePendingWait;
        if (raised) resolvePendingWait();
      }),
  };
};

export type Backoff = { getNextDelay: () => number; reset: () => void };

/** Doubles the delay from `first` to `last` ms, with random jitter of up to half. */
export const createBackoff = (first: number, last: number): Backoff => {
  let step = first;
  return {
    getNextDelay: () => {
      const wait = step * (0.5 + Math.random() / 2);
      step = Math.min(last, step * 2);
      return wait;
    },
    reset: () => {
      step = first;
    },
  };
};
