/** Clock that follows the database: epoch ms, never backwards. */
export type DatabaseTime = {
  now: () => number;
  /** A query that began and ended at these monotonic times, ms, returned the database's time. */
  adjust: (databaseNow: number, startedAt: number, endedAt: number) => void;
};

/** Difference below which the clock is not adjusted, ms: the time of a query is not known better. */
const TOLERANCE_MS = 20;

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
  return {
    now: () => {
      const now = Math.floor(origin === null ? Date.now() : origin + getMonotonicTime());
      lastNow = Math.max(now, lastNow);
      return lastNow;
    },
    adjust: (databaseNow, startedAt, endedAt) => {
      const uncertaintyMs = (endedAt - startedAt) / 2;
      const measured = databaseNow - (startedAt + uncertaintyMs);
      if (origin === null) {
        origin = measured;
        // Times given out before, by the clock of this machine, do not hold the new ones.
        lastNow = 0;
      } else if (Math.abs(measured - origin) > uncertaintyMs + TOLERANCE_MS) origin = measured;
    },
  };
};
