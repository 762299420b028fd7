// A member with 1,000,000 labels takes the data along, and is deleted: rows a second, memory, how long others wait.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { getHeapSpaceStatistics } from 'node:v8';
import { type Database, type DialectName, sql } from '@yunbiao/db';
import { exportData, rebuildQuarters, sweepDeletions } from '@yunbiao/services';
import { limitLine, line } from './support/figures.ts';
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
/** What is read and written at a time is a few pages. */
const MEMORY_MB = 100;
/** However much is exported, what is held stays the same. */
const DRIFT_MB = 5;
/** A step of a deletion is a transaction everybody else waits for. */
const STEP_MS = 100;
const DAY = 86_400_000;
const MB = 1_000_000;

const youngMb = (): number =>
  (getHeapSpaceStatistics().find((one) => one.space_name === 'new_space')?.space_size ?? 0) / MB;

type Peak = { resident: number; young: number };

/** The most that is resident meanwhile, and what V8 has laid out of it for what is young, both over that before, MB. */
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

const timed = async <T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> => {
  const began = performance.now();
  return { result: await work(), seconds: (performance.now() - began) / 1_000 };
};

const measure = async (dialect: DialectName, db: Database): Promise<void> => {
  const { ctx, whose } = await printingMember(db);
  await fillLabels(db, whose, { labels: LABELS, each: Number(values.each) });
  const { memberId } = whose;
  await rebuildQuarters({ ctx });
  if (dialect === 'postgres') await sql`analyze`.execute(db.kysely);
  const take = async (at: (bytes: number) => void): Promise<number> => {
    let bytes = 0;
    for await (const piece of await exportData({ ctx, memberId, address: '' })) {
      bytes += piece.byteLength;
      at(bytes);
    }
    return bytes;
  };
  const taken = await waitsDuring(() => peakDuring(() => timed(() => take(() => {}))));
  const { result: peak } = taken;
  const { result: bytes, seconds } = peak.result;
  console.log(line(`${dialect}: labels exported`, LABELS / seconds, 'rows/s'));
  console.log(line(`${dialect}: export`, bytes / MB, 'MB'));
  console.log(line(`${dialect}: others wait at most`, taken.own, 'ms'));
  console.log(line(`${dialect}: with the machine, at most`, taken.late, 'ms'));
  console.log(line(`${dialect}: resident, uncollected, more by`, peak.resident, 'MB'));
  console.log(line(`${dialect}: of it for what is young`, peak.young, 'MB'));
  // What is not collected yet is as much as V8 gives itself, whatever is exported: what counts is what stays.
  const held = await heldDuring((at) => take((sent) => at(Math.min(1, sent / bytes))));
  console.log(
    limitLine(`${dialect}: resident, collected, more by`, held.resident, MEMORY_MB, 'MB'),
  );
  console.log(limitLine(`${dialect}: held, second half over first`, held.drift, DRIFT_MB, 'MB'));
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
  const gone = await waitsDuring(() => timed(() => sweepDeletions({ ctx })));
  console.log(line(`${dialect}: labels deleted`, LABELS / gone.result.seconds, 'rows/s'));
  console.log(limitLine(`${dialect}: others wait at most`, gone.own, STEP_MS, 'ms'));
  console.log(line(`${dialect}: with the machine, at most`, gone.late, 'ms'));
  const left = await db.kysely.selectFrom('detail').select('id').limit(1).execute();
  if (left.length > 0) throw new Error('labels are left');
};

for (const dialect of ['sqlite', 'postgres'] as const)
  if (values.engine === undefined || values.engine === dialect)
    await withDatabase(dialect, (db) => measure(dialect, db));
