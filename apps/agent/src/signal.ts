/** Lets one loop sleep until something happens. */
export type Signal = {
  raise: () => void;
  /** Resolves when raised, at once if it was raised since the last wait, or after `ms`. */
  wait: (ms: number) => Promise<void>;
};

export const createSignal = (): Signal => {
  let raised = false;
  let wake: (() => void) | null = null;
  return {
    raise: () => {
      raised = true;
      wake?.();
    },
    wait: (ms) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          wake = null;
          raised = false;
          resolve();
        };
        const timer = setTimeout(end, ms);
        wake = end;
        if (raised) end();
      }),
  };
};

export type Backoff = { next: () => number; reset: () => void };

/** Grows from `first` to `last` ms by doubling, with up to half taken off at random. */
export const createBackoff = (first: number, last: number): Backoff => {
  let step = first;
  return {
    next: () => {
      const wait = step * (0.5 + Math.random() / 2);
      step = Math.min(last, step * 2);
      return wait;
    },
    reset: () => {
      step = first;
    },
  };
};
