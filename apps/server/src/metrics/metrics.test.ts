import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatMetrics } from './format-metrics.ts';
import { createHistogram, WAIT_BOUNDS_S } from './histogram.ts';
import { watchLoopDelay } from './loop-delay.ts';
import {
  countCall,
  countRequest,
  createDatabaseMonitor,
  createMetrics,
  type Metrics,
} from './metrics.ts';
import { createFamilySample, createHistogramSample, formatSamples } from './samples.ts';

let metrics: Metrics | undefined;
afterEach(() => metrics?.stop());

const open = (): Metrics => (metrics = createMetrics());
const format = (from: Metrics): string => formatMetrics(from, { cache: { pages: 0, bytes: 0 } });

describe('a histogram', () => {
  it('counts cumulatively, a bound in its own bucket, in the text format of Prometheus', () => {
    const histogram = createHistogram([0.1, 1]);
    for (const seconds of [0.05, 0.1, 0.5, 7]) histogram.observe(seconds);
    expect(formatSamples([createHistogramSample('x_seconds', 'Xs.', histogram)])).toBe(
      [
        '# HELP x_seconds Xs.',
        '# TYPE x_seconds histogram',
        'x_seconds_bucket{le="0.1"} 2',
        'x_seconds_bucket{le="1"} 3',
        'x_seconds_bucket{le="+Inf"} 4',
        'x_seconds_sum 7.65',
        'x_seconds_count 4',
        '',
      ].join('\n'),
    );
  });

  it('keeps its sum from decreasing when a clock is set back', () => {
    const histogram = createHistogram([1]);
    for (const seconds of [2, -5, Number.NaN]) histogram.observe(seconds);
    expect(histogram.read()).toEqual({ counts: [2, 1], sum: 2 });
  });

  it('stands beside others of its family, by one label', () => {
    const family = { a: createHistogram([1]), b: createHistogram([1]) };
    family.b.observe(0.5);
    const text = formatSamples([createFamilySample('x', 'Xs.', { label: 'kind', family })]);
    expect(text).toContain('x_bucket{kind="a",le="1"} 0\n');
    expect(text).toContain('x_bucket{kind="b",le="+Inf"} 1\nx_sum{kind="b"} 0.5\n');
    expect(text).toContain('x_count{kind="b"} 1\n');
  });
});

describe('the metrics', () => {
  it('have each line in the format, and each name once', () => {
    const text = format(open());
    const names: string[] = [];
    for (const line of text.trimEnd().split('\n')) {
      const [, name] = /^# TYPE ([a-z_0-9]+) (?:counter|gauge|histogram)$/.exec(line) ?? [];
      if (name) names.push(name);
      if (line.startsWith('# ')) continue;
      expect(line).toMatch(/^[a-z_][a-z_0-9]*(?:\{(?:[a-z]+="[\w.+-]+",?)+\})? [\d.e+-]+$/);
    }
    expect(new Set(names).size).toBe(names.length);
    expect(text.endsWith('\n')).toBe(true);
  });

  it('count a request, a call, a statement and a wait where they belong', () => {
    const counted = open();
    countRequest(counted, { status: 200, kind: 'call', seconds: 0.02 });
    countCall(counted, 'login', { result: 'refused', seconds: 0.3 });
    const monitor = createDatabaseMonitor(counted);
    monitor.onQuery(0.0002, false);
    monitor.onQuery(2, true);
    monitor.onConnection(0.3);
    const text = format(counted);
    for (const line of [
      'yunbiao_http_requests_total{status="200",from="server"} 1',
      'yunbiao_http_request_duration_seconds_bucket{class="call",le="0.01"} 0',
      'yunbiao_http_request_duration_seconds_bucket{class="call",le="0.025"} 1',
      'yunbiao_call_duration_seconds_count{area="account"} 1',
      'yunbiao_calls_total{area="account",result="refused"} 1',
      'yunbiao_db_query_duration_seconds_count 2',
      'yunbiao_db_query_errors_total 1',
      'yunbiao_db_pool_wait_seconds_bucket{le="0.25"} 0',
      'yunbiao_db_pool_wait_seconds_bucket{le="0.5"} 1',
    ])
      expect(text).toContain(`${line}\n`);
  });
});

it('the delay of the event loop is counted for every reader, and stops', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const delay = watchLoopDelay();
    const count = (): number => delay.histogram.read().counts.reduce((sum, item) => sum + item, 0);
    vi.advanceTimersByTime(1_000);
    expect(count()).toBe(20);
    expect(delay.histogram.read().counts[0]).toBe(20);
    delay.stop();
    vi.advanceTimersByTime(1_000);
    expect(count()).toBe(20);
    expect(delay.histogram.bounds).toBe(WAIT_BOUNDS_S);
  } finally {
    vi.useRealTimers();
  }
});
