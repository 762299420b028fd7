// Exports and deletes the data of a member with 1,000,000 labels: rows per second, memory, delay of
// other requests.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { getHeapSpaceStatistics } from 'node:v8';
import { type Database, type DialectName, sql } from '@yunbiao/db';
import { exportData, rebuildRollups, deleteDueAccounts } from '@yunbiao/services';
import { limitLine, formatLine } from './support/figures.ts';
import { withDatabase } from './support/forum-fill.ts';
import { heldDuring } from './support/held.ts';
import { fillLabels, printingMember } from './support/label-fill.ts';
import { waitsDuring } from './support/waits.ts';

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '1000000' },
    each: { type: 'string', default: '5' },
    engine: { type: 'string' },
  },
});
const LABELS = Number(values.labels);
/** Reads and writes handle a few pages at a time. */
const MEMORY_MB = 100;
/** Held memory must not grow with the size of the export. */
const DRIFT_MB = 5;
/** A deletion step is a transaction that blocks all others. */
const STEP_MS = 100;
const DAY = 86_400_000;
const MB = 1_000_000;

const youngMb = (): number =>
  (getHeapSpaceStatistics().find(
    (heapSpaceStatistic) => heapSpaceStatistic.space_name === 'new_space',
  )?.space_size ?? 0) / MB;

type Peak = { resident: number; young: number };

/**
 * Peak resident memory during `work`, and V8's young generation in it, both minus the value before,
 * MB.
 */
const peakDuring = async <T>(work: () => Promise<T>): Promise<{ result: T } & Peak> => {
  const before: Peak = { resident: process.memoryUsage.rss() / MB, young: youngMb() };
  let peak = before;
  const timer = setInterval(() => {
    const resident = process.memoryUsage.rss() / MB;
    if (resident > peak.resident) peak = { resident, young: youngMb() };
  }, 5);
  try {
    return {
      result: await work(),
      resident: peak.resident - before.resident,
      young: peak.young - before.young,
    };
  } finally {
    clearInterval(timer);
  }
};

const timeWork = async <T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> => {
  const began = performance.now();
  return { result: await work(), seconds: (performance.now() - began) / 1_000 };
};

const measure = async (dialect: DialectName, db: Database): Promise<void> => {
  const { ctx, whose } = await printingMember(db);
  await fillLabels(db, whose, { labels: LABELS, each: Number(values.each) });
  const { memberId } = whose;
  await rebuildRollups({ ctx });
  if (dialect === 'postgres') await sql`analyze`.execute(db.kysely);
  const readExport = async (at: (bytes: number) => void): Promise<number> => {
    let bytes = 0;
    for await (const piece of await exportData({ ctx, memberId, address: '' })) {
      bytes += piece.byteLength;
      at(bytes);
    }
    return bytes;
  };
  const waits = await waitsDuring(() => peakDuring(() => timeWork(() => readExport(() => {}))));
  const { result: peak } = waits;
  const { result: bytes, seconds } = peak.result;
  console.log(formatLine(`${dialect}: labels exported`, LABELS / seconds, 'rows/s'));
  console.log(formatLine(`${dialect}: export`, bytes / MB, 'MB'));
  console.log(formatLine(`${dialect}: others wait at most`, waits.own, 'ms'));
  console.log(formatLine(`${dialect}: with the machine, at most`, waits.late, 'ms'));
  console.log(formatLine(`${dialect}: resident, uncollected, more by`, peak.resident, 'MB'));
  console.log(formatLine(`${dialect}: of it for what is young`, peak.young, 'MB'));
  // V8 sizes uncollected garbage independently of the export, so only held memory counts.
  const growth = await heldDuring((at) =>
    readExport((sentBytes) => at(Math.min(1, sentBytes / bytes))),
  );
  console.log(
    limitLine(`${dialect}: resident, collected, more by`, growth.resident, MEMORY_MB, 'MB'),
  );
  console.log(limitLine(`${dialect}: held, second half over first`, growth.drift, DRIFT_MB, 'MB'));
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
  const gone = await waitsDuring(() => timeWork(() => deleteDueAccounts({ ctx })));
  console.log(formatLine(`${dialect}: labels deleted`, LABELS / gone.result.seconds, 'rows/s'));
  console.log(limitLine(`${dialect}: others wait at most`, gone.own, STEP_MS, 'ms'));
  console.log(formatLine(`${dialect}: with the machine, at most`, gone.late, 'ms'));
  const left = await db.kysely.selectFrom('detail').select('id').limit(1).execute();
  if (left.length > 0) throw new Error('labels are left');
};

for (const dialect of ['sqlite', 'postgres'] as const)
  if (values.engine === undefined || values.engine === dialect)
    await withDatabase(dialect, (db) => measure(dialect, db));
