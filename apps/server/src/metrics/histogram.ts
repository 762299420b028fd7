/** Upper bounds of buckets, seconds, for work from a query to a large upload. */
export const WORK_BOUNDS_S = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
] as const;
/** Upper bounds of buckets for statements, seconds. Most take less than a millisecond on SQLite. */
export const QUERY_BOUNDS_S = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5,
] as const;
/** Bounds for delays that are near zero while nothing blocks. */
export const WAIT_BOUNDS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

export type Histogram = {
  readonly bounds: readonly number[];
  observe: (seconds: number) => void;
  /** `counts`: observations per bucket, the last one without an upper bound. */
  read: () => { counts: readonly number[]; sum: number };
};

/** A cumulative histogram since the start of the process. One observation costs about 50 ns. */
export const createHistogram = (bounds: readonly number[]): Histogram => {
  const counts = new Float64Array(bounds.length + 1);
  const { length } = bounds;
  let sum = 0;
  return {
    bounds,
    observe: (seconds) => {
      // A clock that was set back must not make a sum decrease.
      const value = seconds > 0 ? seconds : 0;
      let bucket = 0;
      while (bucket < length && value > (bounds[bucket] ?? 0)) bucket += 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += value;
    },
    read: () => ({ counts: [...counts], sum }),
  };
};

/** Histograms by the value of one label, whose values the code lists: their number is bounded. */
export type HistogramFamily<K extends string> = Readonly<Record<K, Histogram>>;

export const createHistogramFamily = <K extends string>(
  keys: readonly K[],
  bounds: readonly number[],
): HistogramFamily<K> =>
  Object.fromEntries(keys.map((key) => [key, createHistogram(bounds)])) as HistogramFamily<K>;
