// A member with 1,000,000 labels takes the data along, and is deleted: rows a second, memory, how long others wait.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Database, type DialectName, sql } from '@yunbiao/db';
import { exportData, rebuildQuarters, sweepDeletions } from '@yunbiao/services';
import { limitLine, line } from './support/figures.ts';
import { withDatabase } from './support/forum-fill.ts';
import { fillLabels, printingMember } from './support/label-fill.ts';

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '1000000' },
    each: { type: 'string', default: '5' },
    engine: { type: 'string' },
  },
});
const LABELS = Number(values.labels);
/** What is read and written at a time is a few pages. */
const MEMORY_MB = 100;
/** A step of a deletion is a transaction everybody else waits for. */
const STEP_MS = 100;
const DAY = 86_400_000;
const MB = 1_000_000;

/** How long something that should run every 5 ms has to wait while `work` goes on, ms; and the most memory. */
const watched = async <T>(work: () => Promise<T>) => {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let [late, most, last] = [0, before, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    late = Math.max(late, now - last - 5);
    last = now;
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  const began = performance.now();
  try {
    const result = await work();
    return { result, seconds: (performance.now() - began) / 1_000, late, mb: (most - before) / MB };
  } finally {
    clearInterval(timer);
  }
};

const measure = async (dialect: DialectName, db: Database): Promise<void> => {
  const { ctx, whose } = await printingMember(db);
  await fillLabels(db, whose, { labels: LABELS, each: Number(values.each) });
  const { memberId } = whose;
  await rebuildQuarters({ ctx });
  if (dialect === 'postgres') await sql`analyze`.execute(db.kysely);
  const taken = await watched(async () => {
    let bytes = 0;
    for await (const piece of await exportData({ ctx, memberId, address: '' }))
      bytes += piece.byteLength;
    return bytes;
  });
  console.log(line(`${dialect}: labels exported`, LABELS / taken.seconds, 'rows/s'));
  console.log(line(`${dialect}: export`, taken.result / MB, 'MB'));
  console.log(limitLine(`${dialect}: memory more by`, taken.mb, MEMORY_MB, 'MB'));
  console.log(line(`${dialect}: others wait at most`, taken.late, 'ms'));
  await db.kysely
    .insertInto('member_deletion')
    .values({
      member_id: memberId,
      state: 'waiting',
      asked_at: 0,
      due_at: ctx.now() - DAY,
      closed_at: null,
      piece: '',
      after_id: 0,
      done_at: null,
    })
    .execute();
  const gone = await watched(() => sweepDeletions({ ctx }));
  console.log(line(`${dialect}: labels deleted`, LABELS / gone.seconds, 'rows/s'));
  console.log(limitLine(`${dialect}: others wait at most`, gone.late, STEP_MS, 'ms'));
  const left = await db.kysely.selectFrom('detail').select('id').limit(1).execute();
  if (left.length > 0) throw new Error('labels are left');
};

for (const dialect of ['sqlite', 'postgres'] as const)
  if (values.engine === undefined || values.engine === dialect)
    await withDatabase(dialect, (db) => measure(dialect, db));
