import type { WorkBudget } from '../budget/work-budget.ts';
import {
  collectBudgetSamples,
  collectLoopDelaySamples,
  collectProcessSamples,
} from './collect-process.ts';
import { AREA_NAMES, CALL_RESULTS, type Metrics } from './metrics.ts';
import {
  createCounter,
  createFamilySample,
  createGauge,
  createHistogramSample,
  formatSamples,
  type HistogramSample,
  type Sample,
} from './samples.ts';

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
