// Statistics of one member with 5,000,000 labels in two years, on both databases: 30 days, a year,
// two years, filtered; in China and in a time zone with daylight saving time.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Database, type DialectName, sql } from '@yunbiao/db';
import {
  checkRollups,
  getPrintStatistics,
  getPrintShares,
  rebuildRollups,
} from '@yunbiao/services';
import { limitLine, formatLine, median, computePercentile } from './support/figures.ts';
import { withDatabase } from './support/forum-fill.ts';
import { fillLabels, printingMember } from './support/label-fill.ts';

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '5000000' },
    each: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '30' },
    engine: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const LABELS = Number(values.labels);
/** Labels per batch: a shop's system sends one order at a time. */
const EACH = Number(values.each);
/** The documented limit, ms. */
const LIMIT_MS = 200;

const PERIODS = {
  '30 days': { from: '2026-10-25', to: '2026-11-23' },
  'a year': { from: '2025-11-24', to: '2026-11-23' },
  'two years': { from: '2024-11-24', to: '2026-11-23' },
  'a year of one template': { from: '2025-11-24', to: '2026-11-23', templateId: '3' },
  'two years of one client': { from: '2024-11-24', to: '2026-11-23', clientId: '1' },
};
const ZONES = ['Asia/Shanghai', 'America/New_York'];

type Asked = Parameters<typeof getPrintStatistics>[0];

/** The page's requests on opening and afterwards; each returns a number of labels. */
const ASKED = {
  '': async (asked: Asked) => (await getPrintStatistics(asked)).totals.labels,
  ', its parts': async (asked: Asked) =>
    (await getPrintShares(asked)).sources.reduce((sum, { labels }) => sum + labels, 0),
};

const measure = async (dialect: DialectName, db: Database): Promise<void> => {
  const { ctx, whose } = await printingMember(db);
  const began = performance.now();
  await fillLabels(db, whose, { labels: LABELS, each: EACH });
  console.log(
    formatLine(`${dialect}: ${LABELS} labels stored`, (performance.now() - began) / 1_000, 's'),
  );
  const adding = performance.now();
  await rebuildRollups({ ctx });
  console.log(formatLine('added up again', (performance.now() - adding) / 1_000, 's'));
  if (dialect === 'postgres') await sql`analyze`.execute(db.kysely);
  if (values.check) {
    const checking = performance.now();
    const { differences } = await checkRollups({ ctx });
    console.log(
      formatLine('checked against the labels', (performance.now() - checking) / 1_000, 's'),
    );
    if (differences.length > 0) throw new Error(`${differences.length} sums are wrong`);
  }
  for (const tz of ZONES)
    for (const [name, period] of Object.entries(PERIODS))
      for (const [what, ask] of Object.entries(ASKED)) {
        const samples: number[] = [];
        for (let round = 0; round < Number(values.rounds); round += 1) {
          const start = performance.now();
          const labels = await ask({ ctx, whose, input: { ...period, tz } });
          samples.push(performance.now() - start);
          if (labels === 0) throw new Error('nothing was counted');
        }
        const title = `${dialect}, ${tz}: ${name}${what}`;
        console.log(formatLine(`${title}, p50`, median(samples), 'ms'));
        console.log(limitLine(`${title}, p95`, computePercentile(samples, 0.95), LIMIT_MS, 'ms'));
      }
};

for (const dialect of ['sqlite', 'postgres'] as const)
  if (values.engine === undefined || values.engine === dialect)
    await withDatabase(dialect, (db) => measure(dialect, db));
