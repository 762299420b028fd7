import { setImmediate } from 'node:timers/promises';

/** Maximum time that the event loop is blocked, ms. */
const SLICE_MS = 8;

/**
 * Runs long work in slices, so that other requests are served in between. The generator must yield
 * at least once per slice.
 */
export const runGeneratorInSlices = async <T>(work: Generator<void, T>): Promise<T> => {
  for (;;) {
    const sliceEndsAt = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < sliceEndsAt);
    await setImmediate();
  }
};
