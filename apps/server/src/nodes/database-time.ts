/** Clock that follows the database: epoch ms. */
export type DatabaseTime = {
  now: () => number;
  /** A query that began and ended at these monotonic times, ms, returned the database's time. */
  adjust: (databaseNow: number, startedAt: number, endedAt: number) => void;
};

/**
 * Difference below which the clock is not adjusted, ms: the time of a query is not known better.
 */
const TOLERANCE_MS = 20;
/**
 * A step back up to this stops the clock until time has caught up, ms; a larger one is followed.
 */
const MAX_HELD_MS = 5_000;
/** A step larger than this must be measured repeatedly: it may be a moment of a wrong clock, ms. */
const MAX_TRUSTED_STEP_MS = 60_000;
const LARGE_STEP_MEASUREMENTS = 5;

/**
 * Servers of one site must agree about deadlines, even when the clock of one machine is wrong.
 * Between adjustments the monotonic clock of this process counts.
 */
export const createDatabaseTime = (
  getMonotonicTime: () => number = () => performance.now(),
): DatabaseTime => {
  /** Epoch ms at monotonic time 0; null before the first adjustment. */
  let origin: number | null = null;
  let lastNow = 0;
  /** Consecutive measurements of about the same large step. */
  let largeStep = { origin: 0, count: 0 };

  const isMeasurementTrusted = (measured: number, current: number): boolean => {
    if (Math.abs(measured - current) <= MAX_TRUSTED_STEP_MS) return true;
    const isRepeated = Math.abs(measured - largeStep.origin) <= MAX_HELD_MS;
    largeStep = { origin: measured, count: isRepeated ? largeStep.count + 1 : 1 };
    return largeStep.count >= LARGE_STEP_MEASUREMENTS;
  };
  return {
    now: () => {
      const now = Math.floor(origin === null ? Date.now() : origin + getMonotonicTime());
      if (now >= lastNow || lastNow - now > MAX_HELD_MS) lastNow = now;
      return lastNow;
    },
    adjust: (databaseNow, startedAt, endedAt) => {
      const uncertaintyMs = (endedAt - startedAt) / 2;
      const measured = databaseNow - (startedAt + uncertaintyMs);
      const current = origin ?? measured;
      if (!isMeasurementTrusted(measured, current)) return;
      largeStep.count = 0;
      const isChanged = Math.abs(measured - current) > uncertaintyMs + TOLERANCE_MS;
      origin = origin === null || isChanged ? measured : origin;
    },
  };
};
