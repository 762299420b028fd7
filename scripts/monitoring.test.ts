// deploy/alerts.yml and deploy/grafana-dashboard.json against the metrics the server exports.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectMetrics } from './compat/collect-metrics.ts';
import { ROOT } from './compat/sources.ts';
import { findProgram } from './lib/programs.mjs';

const ALERTS = join(ROOT, 'deploy/alerts.yml');
const DASHBOARD = join(ROOT, 'deploy/grafana-dashboard.json');

const exported = collectMetrics();

/** Labels and metrics that Prometheus adds itself. */
const OWN_LABELS = ['job', 'instance'];
const OWN_METRICS = ['up'];
const WORDS = ['and', 'or', 'unless', 'offset', 'by', 'without', 'on', 'ignoring', 'bool'];

/** Names of series: a histogram has three. */
const series = new Set(
  [...exported].flatMap(([name, type]) => {
    if (name.includes('{')) return [];
    return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
  }),
);

/** Metrics of a PromQL expression, each with the labels its selector names. */
const listSelectors = (expr: string): { metric: string; labels: string[] }[] => {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring) \([^)]*\)/g, '')
    .replaceAll(/\s+\(/g, '(');
  // Not a function, a number or a part of a selector, which follows its metric.
  const found = bare.matchAll(/(?<![\w.{,!=])([a-z_]\w*)(?![\w(])(\{[^}]*\})?/g);
  return [...found].flatMap(([, metric = '', selector = '']) => {
    if (WORDS.includes(metric)) return [];
    const labels = [...selector.matchAll(/(\w+)[=!]/g)].map(([, label = '']) => label);
    return [{ metric, labels }];
  });
};

/** Labels by which an expression groups. */
const listGroupLabels = (expr: string): string[] =>
  [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/, */));

/** What an expression names that the server does not export. */
const listUnknownNames = (expr: string): string[] => {
  const selectors = listSelectors(expr);
  const hasLabel = (metric: string, label: string): boolean =>
    OWN_LABELS.includes(label) || exported.has(`${metric}{${label}}`);
  return [
    ...selectors.flatMap(({ metric, labels }) => {
      if (OWN_METRICS.includes(metric)) return [];
      if (!series.has(metric)) return [metric];
      return labels
        .filter((label) => !hasLabel(metric, label))
        .map((label) => `${metric}{${label}}`);
    }),
    ...listGroupLabels(expr).filter(
      (label) => !selectors.some(({ metric }) => hasLabel(metric, label)),
    ),
  ];
};

type Rule = Record<string, string>;

/** Rules of the file: each begins with `- alert:` and has one line per value. */
const readRules = (): Rule[] =>
  readFileSync(ALERTS, 'utf8')
    .split(/^ {6}- /m)
    .slice(1)
    .map((text) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      return Object.fromEntries(
        lines.map((line) => {
          const [, key = '', value = ''] = /^ *(\w+):(?: (.*))?$/.exec(line) ?? [];
          if (!key) throw new Error(`deploy/alerts.yml: ${line}`);
          return [key, value];
        }),
      );
    });

type Panel = { type: string; title: string; targets?: { expr: string; legendFormat: string }[] };

const readPanels = (): Panel[] =>
  (JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: Panel[] }).panels;

const CHINESE = /\p{Script=Han}/u;

describe('an expression', () => {
  it.each([
    ['sum by (le) (rate(yunbiao_nothing_bucket[5m]))', ['yunbiao_nothing_bucket', 'le']],
    ['yunbiao_labels{stage="queued"} > 0', ['yunbiao_labels{stage}']],
    ['sum by (path) (rate(yunbiao_http_requests_total[5m]))', ['path']],
    ['rate(yunbiao_call_duration_seconds[5m])', ['yunbiao_call_duration_seconds']],
    ['yunbiao_labels{state="queued"} > 3e5 and up == 0', []],
  ])('%s names what is not exported: %j', (expr, unknown) => {
    expect(listUnknownNames(expr)).toEqual(unknown);
  });
});

/** Labels of every series. */
const TARGET = { job: 'yunbiao', instance: 'a' };
const nameSeries = (metric: string, labels = ''): string =>
  `${metric}{job="yunbiao",instance="a"${labels}}`;
/** Delays of 10 s each, all of them. */
const makeLate = (metric: string) => [
  { series: nameSeries(`${metric}_bucket`, ',le="5"'), values: '0x90' },
  { series: nameSeries(`${metric}_bucket`, ',le="+Inf"'), values: '0+60x90' },
];
const FAULTS: [alert: string, series: { series: string; values: string }[]][] = [
  ['YunbiaoDown', [{ series: nameSeries('up'), values: '0x90' }]],
  ['YunbiaoDatabaseDown', [{ series: nameSeries('yunbiao_database_up'), values: '0x90' }]],
  [
    'YunbiaoLabelsStalled',
    [{ series: nameSeries('yunbiao_labels_stalled_age_seconds'), values: '900+60x90' }],
  ],
  [
    'YunbiaoWebhooksLate',
    [{ series: nameSeries('yunbiao_webhook_overdue_seconds'), values: '400+60x90' }],
  ],
  [
    'YunbiaoPaymentsLate',
    [{ series: nameSeries('yunbiao_payment_overdue_seconds'), values: '1000+60x90' }],
  ],
  ['YunbiaoEventLoopDelay', makeLate('nodejs_eventloop_delay_seconds')],
  [
    'YunbiaoPoolExhausted',
    [
      { series: nameSeries('yunbiao_db_pool_waiting'), values: '7x90' },
      ...makeLate('yunbiao_db_pool_wait_seconds'),
    ],
  ],
  [
    'YunbiaoEventsLate',
    [{ series: nameSeries('yunbiao_node_events_lag_seconds'), values: '3x90' }],
  ],
  [
    'YunbiaoEventsLost',
    [{ series: nameSeries('yunbiao_node_events_lost_total'), values: '0+2x90' }],
  ],
  ['YunbiaoLeader', [{ series: nameSeries('yunbiao_node_leader'), values: '0x90' }]],
  [
    'YunbiaoBuildsDiffer',
    ['one', 'two'].map((build) => ({
      series: nameSeries('yunbiao_node_info', `,build="${build}"`),
      values: '1x120',
    })),
  ],
  ['YunbiaoClientsGone', [{ series: nameSeries('yunbiao_clients_online'), values: '20x60 1x60' }]],
  [
    'YunbiaoDiskAlmostFull',
    [
      { series: nameSeries('yunbiao_data_disk_free_bytes'), values: '5x90' },
      { series: nameSeries('yunbiao_data_disk_size_bytes'), values: '100x90' },
    ],
  ],
];

const HEALTHY = [
  { series: nameSeries('up'), values: '1x90' },
  { series: nameSeries('yunbiao_database_up'), values: '1x90' },
  { series: nameSeries('yunbiao_labels_stalled_age_seconds'), values: '0x90' },
  { series: nameSeries('yunbiao_data_disk_free_bytes'), values: '50x90' },
  { series: nameSeries('yunbiao_data_disk_size_bytes'), values: '100x90' },
];

describe('the alerts', () => {
  const rules = readRules();

  it('watch what the server exports', () => {
    const unknown = rules.map((rule) => [rule['alert'], listUnknownNames(rule['expr'] ?? '')]);
    expect(unknown).toEqual(rules.map((rule) => [rule['alert'], []]));
  });

  it('say in Chinese what happened and what to do', () => {
    expect(new Set(rules.map((rule) => rule['alert'])).size).toBe(rules.length);
    for (const rule of rules) {
      expect(rule['for'], rule['alert']).toMatch(/^\d+[mh]$/);
      expect(rule['labels'], rule['alert']).toMatch(/^\{ severity: (?:critical|warning) \}$/);
      expect(rule['summary'], rule['alert']).toMatch(CHINESE);
      expect(rule['description'], rule['alert']).toMatch(CHINESE);
    }
  });

  it('cover what stops a site', () => {
    const watched = rules.map((rule) => rule['expr']).join('\n');
    for (const name of [
      'up',
      'yunbiao_database_up',
      'yunbiao_http_requests_total',
      'yunbiao_db_pool_waiting',
      'yunbiao_page_render_duration_seconds_bucket',
      'nodejs_eventloop_delay_seconds_bucket',
      'yunbiao_labels_stalled_age_seconds',
      'yunbiao_webhook_overdue_seconds',
      'yunbiao_payment_overdue_seconds',
      'yunbiao_data_disk_free_bytes',
    ])
      expect(watched).toContain(name);
  });

  it('are rules to promtool', (ctx) => {
    const promtool = findProgram('promtool');
    if (promtool === null) return ctx.skip('promtool：没有找到');
    const said = execFileSync(promtool, ['check', 'rules', ALERTS], { encoding: 'utf8' });
    expect(said).toContain(`${rules.length} rules found`);
  });

  it('fire when they should, and are silent on a healthy site', (ctx) => {
    const promtool = findProgram('promtool');
    if (promtool === null) return ctx.skip('promtool：没有找到');
    const expectAlert = (alert: string) => {
      const rule = rules.find((rule) => rule['alert'] === alert);
      const severity = /severity: (\w+)/.exec(rule?.['labels'] ?? '')?.[1];
      const { summary, description } = rule ?? {};
      const { job } = TARGET;
      const target = rule?.['expr']?.includes('by (job)') ? { job } : TARGET;
      return { exp_labels: { ...target, severity }, exp_annotations: { summary, description } };
    };
    const cases = [
      ...FAULTS.map(([alert, series]) => ({
        interval: '1m',
        input_series: series,
        alert_rule_test: [{ alertname: alert, eval_time: '75m', exp_alerts: [expectAlert(alert)] }],
      })),
      {
        interval: '1m',
        input_series: HEALTHY,
        alert_rule_test: rules.map((rule) => ({
          alertname: rule['alert'],
          eval_time: '45m',
          exp_alerts: [],
        })),
      },
    ];
    const folder = mkdtempSync(join(tmpdir(), 'yb-alerts-'));
    try {
      const file = join(folder, 'test.yml');
      // JSON is YAML.
      writeFileSync(file, JSON.stringify({ rule_files: [ALERTS], tests: cases }));
      const said = execFileSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });
      expect(said).toContain('SUCCESS');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the dashboard', () => {
  const panels = readPanels().filter(({ type }) => type !== 'row');
  const targets = panels.flatMap((panel) => panel.targets ?? []);

  it('shows what the server exports', () => {
    expect(targets.flatMap(({ expr }) => listUnknownNames(expr))).toEqual([]);
  });

  it('shows every metric of the server itself', () => {
    const shown = new Set(
      targets.flatMap(({ expr }) => listSelectors(expr).map(({ metric }) => metric)),
    );
    const isShown = (name: string): boolean =>
      [name, `${name}_bucket`, `${name}_count`].some((item) => shown.has(item));
    const missing = [...exported.keys()].filter((name) => !name.includes('{') && !isShown(name));
    expect(missing.toSorted()).toEqual([
      'nodejs_eventloop_lag_max_seconds',
      'nodejs_eventloop_lag_p50_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'process_uptime_seconds',
      'yunbiao_page_cache_bytes',
      'yunbiao_page_cache_pages',
      'yunbiao_page_renders_total',
    ]);
  });

  it('has titles in Chinese, and each panel its own', () => {
    const titles = panels.map(({ title }) => title);
    expect(titles.filter((title) => !CHINESE.test(title) && title !== 'Webhook')).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
