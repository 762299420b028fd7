import {
  collectBacklogSamples,
  collectDiskSamples,
  collectPresenceSamples,
} from '../../apps/server/src/metrics/gauges.ts';
import { collectNodeSamples } from '../../apps/server/src/metrics/node-samples.ts';
import { formatMetrics } from '../../apps/server/src/metrics/format-metrics.ts';
import { createMetrics } from '../../apps/server/src/metrics/metrics.ts';
import { createWorkBudget } from '../../apps/server/src/budget/work-budget.ts';
import type { Entries } from './entries.ts';

const SAMPLE = /^([a-z_0-9]+)(?:\{(.*)\})? /;

/** One of everything the gauges can hold. */
const collectGauges = () => {
  const states = { some: 1 };
  return [
    ...collectPresenceSamples({
      clientsOnline: 0,
      pool: { max: 1, busy: 0, idle: 1, waiting: 0 },
      work: { running: 0, waiting: 0 },
      labelChanges: states,
    }),
    ...collectNodeSamples({
      nodeId: 'a',
      build: 'b',
      isLeader: true,
      nodes: 2,
      traffic: { sent: 0, received: 0, lost: 0, lagMs: 1 },
    }),
    ...collectBacklogSamples({
      labels: { counts: states, oldestAgeS: states, stalledAgeS: 0 },
      webhooks: { waiting: 0, overdueS: 0 },
      payments: { payments: states, refunds: states, overdueS: 0 },
      clientsExpected: 0,
    }),
    ...collectDiskSamples({ freeBytes: 1, sizeBytes: 1 }),
  ];
};

/** `/metrics` with every metric. */
export const writeMetricsSample = (): string => {
  const metrics = createMetrics();
  metrics.requests.set(200, 1);
  const text = formatMetrics(metrics, {
    cache: { pages: 0, bytes: 0 },
    budget: createWorkBudget(),
    gauges: collectGauges(),
  });
  metrics.stop();
  return text;
};

/** `/metrics`: each name with its type, and each with the names of its labels. */
export const collectMetrics = (): Entries => {
  const entries = new Map<string, string>();
  for (const line of writeMetricsSample().split('\n').filter(Boolean)) {
    const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (name) entries.set(name, type);
    if (line.startsWith('#')) continue;
    const [, sample = '', labels = ''] = SAMPLE.exec(line) ?? [];
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g))
      entries.set(`${sample}{${label}}`, '');
  }
  return entries;
};
