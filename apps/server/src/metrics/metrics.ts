import { type AreaName, areas, type CallName } from '@yunbiao/contract';
import type { DatabaseMonitor } from '@yunbiao/services';
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

/**
 * Kind of a request. Paths and ids never become labels: visitors could make up any number of
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

export const AREA_NAMES = Object.keys(areas) as AreaName[];

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
