// Statistics of one member with 5,000,000 labels in two years, on both databases: 30 days, a year, two years, filtered.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Database, type DialectName, sql } from '@yunbiao/db';
import {
  checkQuarters,
  type Context,
  createSoftware,
  printStat,
  printStatShares,
  rebuildQuarters,
  register,
  SYSTEM,
} from '@yunbiao/services';
import { limitLine, line, median, percentile } from './support/figures.ts';
import { withDatabase } from './support/forum-fill.ts';

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
/** Labels of one batch: a shop's system sends an order at a time. */
const EACH = Number(values.each);
const BATCHES = LABELS / EACH;
/** The promise of the site, ms. */
const LIMIT_MS = 200;
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 23, 2);
const SPAN = 730 * DAY;
const PRINTERS = 6;
const TEMPLATES = 12;

const contextOf = (db: Database): Context => ({
  db,
  bus: { emit: () => {}, on: () => () => {} },
  files: {
    put: () => Promise.reject(new Error('no files here')),
    open: () => Promise.reject(new Error('no files here')),
    stat: () => Promise.resolve(null),
    delete: () => Promise.resolve(),
  },
  log: { info: () => {}, warn: () => {}, error: () => {} },
  actor: SYSTEM,
  now: () => NOW,
  settings: { mode: 'demo', publicUrl: 'http://127.0.0.1', icpNo: null, psbNo: null },
  presence: { online: () => false, set: () => {} },
});

const addMachines = async (db: Database, memberId: number, softwareId: number): Promise<void> => {
  await sql`insert into client (member_id, software_id, name, remark, group_name, enabled, system, version, address,
    ledger_seq, fence, paired_at) values (${memberId}, ${softwareId}, '发货台', '', '', 1, 'Linux', '1', '', 0, 0, 0)`.execute(
    db.kysely,
  );
  for (let n = 0; n < PRINTERS; n += 1)
    await sql`insert into printer (client_id, local_id, name, language, dpi, exclusive, evidence, state, state_reasons,
      state_text, reported_at, gone) values (1, ${`p${n}`}, ${`打印机 ${n}`}, 'zpl', 203, 1, '[]', 'idle', '[]', '', 0, 0)`.execute(
      db.kysely,
    );
  for (let n = 0; n < TEMPLATES; n += 1)
    await sql`insert into template (software_id, name, category, width, height, content, created_at, updated_at)
      values (${softwareId}, ${`模板 ${n}`}, '', 4000, 3000, '{}', 0, 0)`.execute(db.kysely);
};

/** Batches at working hours of every day, spread over printers, templates and sources; made by the database itself. */
const fill = async (db: Database, memberId: number, softwareId: number): Promise<void> => {
  const series = sql`with recursive series(n) as (
    select cast(1 as bigint) union all select n + 1 from series where n < ${sql.lit(BATCHES)})`;
  // 08:00–20:00 in China of the days of two years.
  const at = sql`${sql.lit(NOW - SPAN)} - ${sql.lit(NOW)} % 86400000
    + (n * 730 / ${sql.lit(BATCHES)}) * 86400000 + (n * 7919 % 43200) * 1000`;
  await sql`${series} insert into batch (id, member_id, software_id, batch_no, template_id, template_name, template,
      width, height, config_name, setup, client_id, client_name, printer_id, printer_name, source, total, state,
      counts, idempotency_key, request_hash, created_at, expires_at, finished_at)
    select n, ${memberId}, ${softwareId}, 'B-' || n, 1 + n % ${sql.lit(TEMPLATES)}, '模板', '{}', 4000, 3000, '',
      '{}', 1, '发货台', 1 + n % ${sql.lit(PRINTERS)}, '打印机', case when n % 3 = 0 then 'excel' else 'api' end,
      ${sql.lit(EACH)}, 'done', '{"printed":' || ${sql.lit(EACH)} || '}', 'K-' || n, '', ${at}, ${at}, ${at}
    from series`.execute(db.kysely);
  for (let part = 1; part <= EACH; part += 1)
    await sql`insert into detail (batch_id, member_id, client_id, printer_id, sequence, copy, attempt, data, title,
        state, evidence, reason, color, cancel_requested, queue_order, queued_at, finished_at, expires_at)
      select id, member_id, 1, printer_id, ${sql.lit(part)}, 1, 1, '{}', '', 'printed', 'printer-idle', '', '', 0,
        id * ${sql.lit(EACH)} + ${sql.lit(part)}, created_at, created_at, created_at
      from batch`.execute(db.kysely);
};

const PERIODS = {
  '30 days': { from: '2026-10-25', to: '2026-11-23' },
  'a year': { from: '2025-11-24', to: '2026-11-23' },
  'two years': { from: '2024-11-24', to: '2026-11-23' },
  'a year of one template': { from: '2025-11-24', to: '2026-11-23', templateId: '3' },
};

type Asked = Parameters<typeof printStat>[0];

/** What the page asks for when it opens, and what it reads when it is there; each answers with a number of labels. */
const ASKED = {
  '': async (asked: Asked) => (await printStat(asked)).totals.labels,
  ', its parts': async (asked: Asked) =>
    (await printStatShares(asked)).sources.reduce((sum, { labels }) => sum + labels, 0),
};

const measure = async (dialect: DialectName, db: Database): Promise<void> => {
  const ctx = contextOf(db);
  const software = await createSoftware({ ctx, alias: 'bench', name: '测量' });
  const { userInfo } = await register({
    ctx,
    input: { username: 'bench', password: 'correct horse 9' },
    origin: { address: '127.0.0.1', userAgent: 'bench' },
  });
  const whose = { memberId: Number(userInfo.id), softwareId: Number(software.id) };
  await addMachines(db, whose.memberId, whose.softwareId);
  const began = performance.now();
  await fill(db, whose.memberId, whose.softwareId);
  console.log(
    line(`${dialect}: ${LABELS} labels stored`, (performance.now() - began) / 1_000, 's'),
  );
  const adding = performance.now();
  await rebuildQuarters({ ctx });
  console.log(line('added up again', (performance.now() - adding) / 1_000, 's'));
  if (dialect === 'postgres') await sql`analyze`.execute(db.kysely);
  if (values.check) {
    const checking = performance.now();
    const { differences } = await checkQuarters({ ctx });
    console.log(line('checked against the labels', (performance.now() - checking) / 1_000, 's'));
    if (differences.length > 0) throw new Error(`${differences.length} sums are wrong`);
  }
  for (const [name, period] of Object.entries(PERIODS))
    for (const [what, ask] of Object.entries(ASKED)) {
      const samples: number[] = [];
      for (let round = 0; round < Number(values.rounds); round += 1) {
        const start = performance.now();
        const labels = await ask({ ctx, whose, input: { ...period, tz: 'Asia/Shanghai' } });
        samples.push(performance.now() - start);
        if (labels === 0) throw new Error('nothing was counted');
      }
      const title = `${dialect}: ${name}${what}`;
      console.log(line(`${title}, p50`, median(samples), 'ms'));
      console.log(limitLine(`${title}, p95`, percentile(samples, 0.95), LIMIT_MS, 'ms'));
    }
};

for (const dialect of ['sqlite', 'postgres'] as const)
  if (values.engine === undefined || values.engine === dialect)
    await withDatabase(dialect, (db) => measure(dialect, db));
