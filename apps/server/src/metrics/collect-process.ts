import type { WorkBudget } from '../budget/work-budget.ts';
import { type LoopDelay, MONITOR_INTERVAL_MS } from './loop-delay.ts';
import {
  createCounter,
  createGauge,
  createHistogramSample,
  type HistogramSample,
  type Sample,
} from './samples.ts';

export const collectProcessSamples = (): Sample[] => {
  const cpu = process.cpuUsage();
  const memory = process.memoryUsage();
  return [
    createCounter(
      'process_cpu_seconds_total',
      'User and system CPU time.',
      (cpu.user + cpu.system) / 1e6,
    ),
    createGauge('process_resident_memory_bytes', 'Resident memory.', memory.rss),
    createGauge('nodejs_heap_used_bytes', 'Heap in use.', memory.heapUsed),
    createGauge('process_uptime_seconds', 'Time since the start.', process.uptime()),
  ];
};

/** The monitor measures from timer to timer, so its own interval is subtracted. */
const toLoopDelaySeconds = (ns: number): number =>
  Number.isFinite(ns) ? Math.max(0, ns / 1e9 - MONITOR_INTERVAL_MS / 1e3) : 0;

/** Samples of the event loop's delay since the last reading. Resets the delay. */
export const collectLoopDelaySamples = ({
  sinceReading,
  histogram,
}: LoopDelay): (Sample | HistogramSample)[] => {
  const isEmpty = sinceReading.count === 0;
  const toSecondsOrZero = (ns: number): number => (isEmpty ? 0 : toLoopDelaySeconds(ns));
  const quantiles: [name: string, value: number][] = [
    ['p50', toSecondsOrZero(sinceReading.percentile(50))],
    ['p99', toSecondsOrZero(sinceReading.percentile(99))],
    ['max', toSecondsOrZero(sinceReading.max)],
  ];
  sinceReading.reset();
  return [
    ...quantiles.map(([name, value]) =>
      createGauge(
        `nodejs_eventloop_lag_${name}_seconds`,
        `Delay of the event loop since the last reading, ${name}.`,
        value,
      ),
    ),
    createHistogramSample(
      'nodejs_eventloop_delay_seconds',
      'How late a timer of the event loop ran, 20 samples a second.',
      histogram,
    ),
  ];
};

export const collectBudgetSamples = (budget: WorkBudget): Sample[] => [
  createCounter(
    'yunbiao_member_work_units_total',
    'Work members have caused, in units of about 0.1 ms.',
    Math.round(budget.getChargedUnits()),
  ),
  {
    name: 'yunbiao_member_work_waits_total',
    help: 'How often a member over the work budget had to wait.',
    type: 'counter',
    values: Object.entries(budget.getWaits()).map(([use, count]) => [`{use="${use}"}`, count]),
  },
];
