import { type AreaName, areas, type CallName } from '@yunbiao/contract';
import type { DatabaseMonitor } from '@yunbiao/services';
import type { WorkBudget } from '../budget/work-budget.ts';
import {
  collectBudgetSamples,
  collectLoopDelaySamples,
  collectProcessSamples,
} from './collect-process.ts';
import {
  createHistogram,
  createHistogramFamily,
  type Histogram,
  type HistogramFamily,
  QUERY_BOUNDS_S,
  WAIT_BOUNDS_S,
  WORK_BOUNDS_S,
} from './histogram.ts';
import { type LoopDelay, watchLoopDelay } from './loop-delay.ts';
import {
  createCounter,
  createFamilySample,
  createGauge,
  createHistogramSample,
  formatSamples,
  type HistogramSample,
  type Sample,
} from './samples.ts';

/**
 * What a request asks for. Paths and ids never become labels: visitors could make up any number of
 * them.
 */
export const REQUEST_CLASSES = [
  'page',
  'payload',
  /** Pages and payloads from the cache. */
  'cached',
  'call',
  /** Live events: open as long as the visitor stays. */
  'stream',
  'file',
  'asset',
  'drawing',
  /** Site maps, feeds, robots.txt. */
  'seo',
  'probe',
  /** Refused before anything was asked: another host, or too many at once. */
  'refused',
] as const;
export type RequestClass = (typeof REQUEST_CLASSES)[number];

export const CALL_RESULTS = ['ok', 'refused', 'failed'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

const AREA_NAMES = Object.keys(areas) as AreaName[];

export type Metrics = {
  cacheHits: number;
  cacheMisses: number;
  notModified: number;
  renders: number;
  /** Pages rejected because the queue was full. */
  busy: number;
  /** Status → number of responses, without those of the page cache. */
  requests: Map<number, number>;
  requestSeconds: HistogramFamily<RequestClass>;
  renderSeconds: HistogramFamily<'page' | 'payload'>;
  callSeconds: HistogramFamily<AreaName>;
  /** Area → result → calls. */
  callResults: Readonly<Record<AreaName, Record<CallResult, number>>>;
  querySeconds: Histogram;
  failedQueries: number;
  /** Wait for a connection of the pool. */
  poolWaitSeconds: Histogram;
  loopDelay: LoopDelay;
  stop: () => void;
};

export const createMetrics = (): Metrics => {
  const loopDelay = watchLoopDelay();
  return {
    cacheHits: 0,
    cacheMisses: 0,
    notModified: 0,
    renders: 0,
    busy: 0,
    requests: new Map(),
    requestSeconds: createHistogramFamily(REQUEST_CLASSES, WORK_BOUNDS_S),
    renderSeconds: createHistogramFamily(['page', 'payload'], WORK_BOUNDS_S),
    callSeconds: createHistogramFamily(AREA_NAMES, WORK_BOUNDS_S),
    callResults: Object.fromEntries(
      AREA_NAMES.map((area) => [area, { ok: 0, refused: 0, failed: 0 }]),
    ) as Metrics['callResults'],
    querySeconds: createHistogram(QUERY_BOUNDS_S),
    failedQueries: 0,
    poolWaitSeconds: createHistogram(WAIT_BOUNDS_S),
    loopDelay,
    stop: loopDelay.stop,
  };
};

/** Area of each call. */
const AREA_OF: ReadonlyMap<string, AreaName> = new Map(
  AREA_NAMES.flatMap((area) =>
    Object.keys(areas[area].calls).map((name): [string, AreaName] => [name, area]),
  ),
);

/** Counts a handled call. */
export const countCall = (
  metrics: Metrics,
  name: CallName,
  { result, seconds }: { result: CallResult; seconds: number },
): void => {
  const area = AREA_OF.get(name);
  if (!area) throw new Error(`${name} is in no area`);
  metrics.callSeconds[area].observe(seconds);
  metrics.callResults[area][result] += 1;
};

export const createDatabaseMonitor = (metrics: Metrics): DatabaseMonitor => ({
  onQuery: (seconds, isFailed) => {
    metrics.querySeconds.observe(seconds);
    if (isFailed) metrics.failedQueries += 1;
  },
  onConnection: (waitSeconds) => metrics.poolWaitSeconds.observe(waitSeconds),
});

/** Counts a finished request. */
export const countRequest = (
  metrics: Metrics,
  { status, kind, seconds }: { status: number; kind: RequestClass; seconds: number },
): void => {
  metrics.requests.set(status, (metrics.requests.get(status) ?? 0) + 1);
  metrics.requestSeconds[kind].observe(seconds);
};

const collectRequestSamples = (metrics: Metrics): (Sample | HistogramSample)[] => {
  const requests = [...metrics.requests].toSorted(([a], [b]) => a - b);
  const hits = metrics.cacheHits - metrics.notModified;
  return [
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
    createFamilySample(
      'yunbiao_http_request_duration_seconds',
      'From the headers of a request to the end of its answer, by what it asks for.',
      { label: 'class', family: metrics.requestSeconds },
    ),
  ];
};

type CacheSize = { pages: number; bytes: number };

const collectPageSamples = (metrics: Metrics, cache: CacheSize): (Sample | HistogramSample)[] => [
  createCounter(
    'yunbiao_page_cache_hits_total',
    'Pages answered from the cache.',
    metrics.cacheHits,
  ),
  createCounter(
    'yunbiao_page_cache_misses_total',
    'Cacheable pages that were not in the cache.',
    metrics.cacheMisses,
  ),
  createGauge('yunbiao_page_cache_pages', 'Pages in the cache.', cache.pages),
  createGauge('yunbiao_page_cache_bytes', 'Memory held by the cache.', cache.bytes),
  createCounter('yunbiao_page_renders_total', 'Pages and payloads rendered.', metrics.renders),
  createCounter(
    'yunbiao_pages_busy_total',
    'Pages turned away because too many were being made.',
    metrics.busy,
  ),
  createFamilySample(
    'yunbiao_page_render_duration_seconds',
    'Time to make a page or payload, without its wait in the queue.',
    { label: 'kind', family: metrics.renderSeconds },
  ),
];

const collectCallSamples = (metrics: Metrics): (Sample | HistogramSample)[] => [
  createFamilySample(
    'yunbiao_call_duration_seconds',
    'Handlers of calls, from network and pages, without the reading of their input.',
    { label: 'area', family: metrics.callSeconds },
  ),
  {
    name: 'yunbiao_calls_total',
    help: 'Handled calls. refused: told why; failed: an error of the server.',
    type: 'counter',
    values: AREA_NAMES.flatMap((area) =>
      CALL_RESULTS.map((result): [string, number] => [
        `{area="${area}",result="${result}"}`,
        metrics.callResults[area][result],
      ]),
    ),
  },
];

const collectQuerySamples = (metrics: Metrics): (Sample | HistogramSample)[] => [
  createHistogramSample('yunbiao_db_query_duration_seconds', 'Statements.', metrics.querySeconds),
  createCounter('yunbiao_db_query_errors_total', 'Failed statements.', metrics.failedQueries),
  createHistogramSample(
    'yunbiao_db_pool_wait_seconds',
    'Wait for a database connection.',
    metrics.poolWaitSeconds,
  ),
];

/** Formats metrics in Prometheus text format 0.0.4. `gauges`: read from other parts. */
export const formatMetrics = (
  metrics: Metrics,
  {
    cache,
    budget,
    gauges = [],
  }: { cache: CacheSize; budget?: WorkBudget | undefined; gauges?: readonly Sample[] | undefined },
): string =>
  formatSamples([
    ...collectRequestSamples(metrics),
    ...collectPageSamples(metrics, cache),
    ...collectCallSamples(metrics),
    ...collectQuerySamples(metrics),
    ...gauges,
    ...(budget ? collectBudgetSamples(budget) : []),
    ...collectLoopDelaySamples(metrics.loopDelay),
    ...collectProcessSamples(),
  ]);
