import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { WorkBudget } from './work-budget.ts';

export type Metrics = {
  cacheHits: number;
  cacheMisses: number;
  notModified: number;
  renders: number;
  /** Pages turned away because too many were being made. */
  busy: number;
  /** Status → answers, the cache's own excepted. */
  requests: Map<number, number>;
  /** Delay of the event loop since it was last read, ns. */
  loopDelay: IntervalHistogram;
};

/** How often the delay of the event loop is looked at, ms. */
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

const write = ({ name, help, type, values }: Sample): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.map(([labels, value]) => `${name}${labels} ${value}`).join('\n')}\n`;

const processSamples = (): Sample[] => {
  const cpu = process.cpuUsage();
  const memory = process.memoryUsage();
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'User and system CPU time.',
      type: 'counter',
      values: [['', (cpu.user + cpu.system) / 1e6]],
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory.',
      type: 'gauge',
      values: [['', memory.rss]],
    },
    {
      name: 'nodejs_heap_used_bytes',
      help: 'Heap in use.',
      type: 'gauge',
      values: [['', memory.heapUsed]],
    },
    {
      name: 'process_uptime_seconds',
      help: 'Time since the start.',
      type: 'gauge',
      values: [['', process.uptime()]],
    },
  ];
};

/** The histogram measures from timer to timer: its own interval is no delay. */
const toDelayS = (ns: number): number =>
  Number.isFinite(ns) ? Math.max(0, ns / 1e9 - LOOP_DELAY_MS / 1e3) : 0;

/** Of the time since the last reading, which this one ends. */
const loopDelaySamples = (histogram: IntervalHistogram): Sample[] => {
  const isEmpty = histogram.count === 0;
  const read = (ns: number): number => (isEmpty ? 0 : toDelayS(ns));
  const figures: [name: string, value: number][] = [
    ['p50', read(histogram.percentile(50))],
    ['p99', read(histogram.percentile(99))],
    ['max', read(histogram.max)],
  ];
  histogram.reset();
  return figures.map(([name, value]) => ({
    name: `nodejs_eventloop_lag_${name}_seconds`,
    help: `Delay of the event loop since the last reading, ${name}.`,
    type: 'gauge',
    values: [['', value]],
  }));
};

const budgetSamples = (budget: WorkBudget): Sample[] => [
  {
    name: 'yunbiao_member_work_units_total',
    help: 'Work members have caused, in units of about 0.1 ms.',
    type: 'counter',
    values: [['', Math.round(budget.spent())]],
  },
  {
    name: 'yunbiao_member_work_waits_total',
    help: 'How often a member over the work budget had to wait.',
    type: 'counter',
    values: Object.entries(budget.waits()).map(([use, count]) => [`{use="${use}"}`, count]),
  },
];

/** Prometheus text format 0.0.4. */
export const metricsText = (
  metrics: Metrics,
  cache: { pages: number; bytes: number },
  budget?: WorkBudget,
): string => {
  const requests = [...metrics.requests].toSorted(([a], [b]) => a - b);
  const hits = metrics.cacheHits - metrics.notModified;
  const samples: Sample[] = [
    {
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
    },
    {
      name: 'yunbiao_page_cache_hits_total',
      help: 'Pages answered from the cache.',
      type: 'counter',
      values: [['', metrics.cacheHits]],
    },
    {
      name: 'yunbiao_page_cache_misses_total',
      help: 'Cacheable pages that were not in the cache.',
      type: 'counter',
      values: [['', metrics.cacheMisses]],
    },
    {
      name: 'yunbiao_page_cache_pages',
      help: 'Pages in the cache.',
      type: 'gauge',
      values: [['', cache.pages]],
    },
    {
      name: 'yunbiao_page_cache_bytes',
      help: 'Memory held by the cache.',
      type: 'gauge',
      values: [['', cache.bytes]],
    },
    {
      name: 'yunbiao_page_renders_total',
      help: 'Pages and payloads rendered.',
      type: 'counter',
      values: [['', metrics.renders]],
    },
    {
      name: 'yunbiao_pages_busy_total',
      help: 'Pages turned away because too many were being made.',
      type: 'counter',
      values: [['', metrics.busy]],
    },
    ...(budget ? budgetSamples(budget) : []),
    ...loopDelaySamples(metrics.loopDelay),
    ...processSamples(),
  ];
  return samples.map(write).join('');
};
