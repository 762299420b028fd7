import { setImmediate } from 'node:timers/promises';

/** Longest the event loop is held at a stretch, ms. */
const SLICE_MS = 8;

/** Runs long work in slices, so that others are answered in between. The work yields often, and always within a slice. */
export const inSlices = async <T>(work: Generator<void, T>): Promise<T> => {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await setImmediate();
  }
};
