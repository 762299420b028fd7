import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { WorkBudget } from '../budget/work-budget.ts';

export type Metrics = {
  cacheHits: number;
  cacheMisses: number;
  notModified: number;
  renders: number;
  /** Pages rejected because the queue was full. */
  busy: number;
  /** Status → number of responses, without those of the page cache. */
  requests: Map<number, number>;
  /** Event loop delay since the last reading, ns. */
  loopDelay: IntervalHistogram;
};

/** Sampling interval of the event loop delay, ms. */
const LOOP_DELAY_MS = 10;

const watchLoopDelay = (): IntervalHistogram => {
  const histogram = monitorEventLoopDelay({ resolution: LOOP_DELAY_MS });
  histogram.enable();
  return histogram;
};

export const createMetrics = (): Metrics => ({
  cacheHits: 0,
  cacheMisses: 0,
  notModified: 0,
  renders: 0,
  busy: 0,
  requests: new Map(),
  loopDelay: watchLoopDelay(),
});

export const countRequest = (metrics: Metrics, status: number): void => {
  metrics.requests.set(status, (metrics.requests.get(status) ?? 0) + 1);
};

type Sample = {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  values: [labels: string, value: number][];
};

/** A sample without labels. */
const createSample = (type: Sample['type'], name: string, help: string, value: number): Sample => ({
  name,
  help,
  type,
  values: [['', value]],
});

const formatPrometheusSample = ({ name, help, type, values }: Sample): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.map(([labels, value]) => `${name}${labels} ${value}`).join('\n')}\n`;

const collectProcessSamples = (): Sample[] => {
  const cpu = process.cpuUsage();
  const memory = process.memoryUsage();
  return [
    createSample(
      'counter',
      'process_cpu_seconds_total',
      'User and system CPU time.',
      (cpu.user + cpu.system) / 1e6,
    ),
    createSample('gauge', 'process_resident_memory_bytes', 'Resident memory.', memory.rss),
    createSample('gauge', 'nodejs_heap_used_bytes', 'Heap in use.', memory.heapUsed),
    createSample('gauge', 'process_uptime_seconds', 'Time since the start.', process.uptime()),
  ];
};

/** The histogram measures from timer to timer, so its own interval is subtracted. */
const toLoopDelaySeconds = (ns: number): number =>
  Number.isFinite(ns) ? Math.max(0, ns / 1e9 - LOOP_DELAY_MS / 1e3) : 0;

/** Delay since the last reading. Resets the histogram. */
const collectLoopDelaySamples = (histogram: IntervalHistogram): Sample[] => {
  const isEmpty = histogram.count === 0;
  const readLoopDelaySeconds = (ns: number): number => (isEmpty ? 0 : toLoopDelaySeconds(ns));
  const quantiles: [name: string, value: number][] = [
    ['p50', readLoopDelaySeconds(histogram.percentile(50))],
    ['p99', readLoopDelaySeconds(histogram.percentile(99))],
    ['max', readLoopDelaySeconds(histogram.max)],
  ];
  histogram.reset();
  return quantiles.map(([name, value]) =>
    createSample(
      'gauge',
      `nodejs_eventloop_lag_${name}_seconds`,
      `Delay of the event loop since the last reading, ${name}.`,
      value,
    ),
  );
};

const collectBudgetSamples = (budget: WorkBudget): Sample[] => [
  createSample(
    'counter',
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

const collectRequestSample = (metrics: Metrics): Sample => {
  const requests = [...metrics.requests].toSorted(([a], [b]) => a - b);
  const hits = metrics.cacheHits - metrics.notModified;
  return {
    name: 'yunbiao_http_requests_total',
    help: 'Answers by status.',
    type: 'counter',
    values: [
      ...requests.map(([status, count]): [string, number] => [
        `{status="${status}",from="server"}`,
        count,
      ]),
      ['{status="200",from="page_cache"}', hits],
      ['{status="304",from="page_cache"}', metrics.notModified],
    ],
  };
};

type CacheSize = { pages: number; bytes: number };

const collectPageSamples = (metrics: Metrics, cache: CacheSize): Sample[] => [
  createSample(
    'counter',
    'yunbiao_page_cache_hits_total',
    'Pages answered from the cache.',
    metrics.cacheHits,
  ),
  createSample(
    'counter',
    'yunbiao_page_cache_misses_total',
    'Cacheable pages that were not in the cache.',
    metrics.cacheMisses,
  ),
  createSample('gauge', 'yunbiao_page_cache_pages', 'Pages in the cache.', cache.pages),
  createSample('gauge', 'yunbiao_page_cache_bytes', 'Memory held by the cache.', cache.bytes),
  createSample(
    'counter',
    'yunbiao_page_renders_total',
    'Pages and payloads rendered.',
    metrics.renders,
  ),
  createSample(
    'counter',
    'yunbiao_pages_busy_total',
    'Pages turned away because too many were being made.',
    metrics.busy,
  ),
];

/** Formats metrics in Prometheus text format 0.0.4. */
export const formatMetrics = (metrics: Metrics, cache: CacheSize, budget?: WorkBudget): string => {
  const samples: Sample[] = [
    collectRequestSample(metrics),
    ...collectPageSamples(metrics, cache),
    ...(budget ? collectBudgetSamples(budget) : []),
    ...collectLoopDelaySamples(metrics.loopDelay),
    ...collectProcessSamples(),
  ];
  return samples.map(formatPrometheusSample).join('');
};
