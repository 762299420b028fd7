import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { createHistogram, type Histogram, WAIT_BOUNDS_S } from './histogram.ts';

/** Sampling interval of Node's monitor, ms. */
export const MONITOR_INTERVAL_MS = 10;
/** Sampling interval of the cumulative histogram, ms: 20 timers a second cost nothing. */
const SAMPLE_INTERVAL_MS = 50;

export type LoopDelay = {
  /** Delay since the last reading, ns. */
  sinceReading: IntervalHistogram;
  /** Delay since the start, seconds: any number of readers may compute rates of it. */
  histogram: Histogram;
  stop: () => void;
};

/** Measures how late timers run, which is what every request waits too. */
export const watchLoopDelay = (): LoopDelay => {
  const sinceReading = monitorEventLoopDelay({ resolution: MONITOR_INTERVAL_MS });
  sinceReading.enable();
  const histogram = createHistogram(WAIT_BOUNDS_S);
  let dueAt = performance.now() + SAMPLE_INTERVAL_MS;
  let timer: NodeJS.Timeout;
  const sampleDelay = (): void => {
    const now = performance.now();
    histogram.observe((now - dueAt) / 1e3);
    scheduleSample(now);
  };
  const scheduleSample = (now: number): void => {
    dueAt = now + SAMPLE_INTERVAL_MS;
    timer = setTimeout(sampleDelay, SAMPLE_INTERVAL_MS);
    timer.unref();
  };
  scheduleSample(performance.now());
  return {
    sinceReading,
    histogram,
    stop: () => {
      clearTimeout(timer);
      sinceReading.disable();
    },
  };
};
