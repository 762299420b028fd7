import { createMetrics, formatMetrics } from '../../apps/server/src/http/metrics.ts';
import { createWorkBudget } from '../../apps/server/src/budget/work-budget.ts';
import type { Entries } from './entries.ts';

const SAMPLE = /^([a-z_0-9]+)(?:\{(.*)\})? /;

/** `/metrics`: each name with its type, and each with the names of its labels. */
export const collectMetrics = (): Entries => {
  const metrics = createMetrics();
  metrics.requests.set(200, 1);
  const text = formatMetrics(metrics, { pages: 0, bytes: 0 }, createWorkBudget());
  metrics.loopDelay.disable();
  const entries = new Map<string, string>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (name) entries.set(name, type);
    if (line.startsWith('#')) continue;
    const [, sample = '', labels = ''] = SAMPLE.exec(line) ?? [];
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g))
      entries.set(`${sample}{${label}}`, '');
  }
  return entries;
};
