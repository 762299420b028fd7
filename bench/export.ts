// A member's labels as a workbook: rows a second against a bare writer of the same cells on node:zlib, memory flat.
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createDeflateRaw } from 'node:zlib';
import { type DialectName, sql } from '@yunbiao/db';
import { exportDetails } from '@yunbiao/services';
import { limitLine, line } from './support/figures.ts';
import { withDatabase } from './support/forum-fill.ts';
import { fillLabels, printingMember } from './support/label-fill.ts';

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const LABELS = Number(values.labels);
/** What is still held in the second half of the rows over that in the first, MB. */
const DRIFT_LIMIT = 5;
/** What is held is looked at so often, evenly: each look collects what is not. */
const LOOKS = 40;
const MB = 1_000_000;

type Run = { seconds: number; cpuSeconds: number; bytes: number; drift: number };

// Resident memory is what the collector has not come to yet, the more the busier the machine: that says nothing of a leak.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const heldMb = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MB;
};

/** Runs `work`, which tells how far it is (0–1), and watches CPU and memory. */
const watch = async (work: (at: (share: number) => void) => Promise<number>): Promise<Run> => {
  const held: { share: number; mb: number }[] = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  const bytes = await work((share) => {
    if (share * LOOKS >= held.length) held.push({ share, mb: heldMb() });
  });
  const { user, system } = process.cpuUsage(cpu);
  const most = (from: number, to: number): number =>
    Math.max(0, ...held.filter((one) => one.share >= from && one.share < to).map((one) => one.mb));
  return {
    seconds: (performance.now() - began) / 1_000,
    cpuSeconds: (user + system) / 1_000_000,
    bytes,
    drift: most(0.5, 1.01) - most(0.05, 0.5),
  };
};

/** As many cells of the same length, as text in place, through the compressor: what a workbook is at the least. */
const bareWriter = (at: (share: number) => void): Promise<number> => {
  const deflate = createDeflateRaw({ level: 6 });
  let bytes = 0;
  deflate.on('data', (chunk: Buffer) => (bytes += chunk.length));
  const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const write = async (): Promise<number> => {
    for (let first = 0; first < LABELS; first += 200) {
      let rows = '';
      for (let n = first; n < Math.min(LABELS, first + 200); n += 1)
        rows += `<row>${cell(`B-${n}`)}<c><v>${n % 5}</v></c><c><v>1</v></c><c><v>1</v></c>${cell(`货号：${n}`)}${cell(`货号：${n}`)}${cell('已打印')}${cell('打印机确认')}<c/><c/><c/>${cell('模板')}${cell('打印机')}<c><v>46349.${n}</v></c><c><v>46349.${n}</v></c></row>`;
      if (!deflate.write(rows)) await once(deflate, 'drain');
      at(first / LABELS);
    }
    deflate.end();
    await once(deflate, 'end');
    return bytes;
  };
  return write();
};

await withDatabase(values.engine as DialectName, async (db) => {
  const { ctx, whose } = await printingMember(db);
  await fillLabels(db, whose, { labels: LABELS, each: 5 });
  if (values.engine === 'postgres') await sql`analyze`.execute(db.kysely);
  const input = { tz: 'Asia/Shanghai' };
  const ours = await watch(async (at) => {
    let bytes = 0;
    // About 60 bytes a row; the share only tells the halves apart.
    for await (const chunk of exportDetails({ ctx, whose, input })) {
      bytes += chunk.length;
      at(bytes / (LABELS * 60));
    }
    return bytes;
  });
  const bare = await watch(bareWriter);
  console.log(line(`${values.engine}: rows`, LABELS, ''));
  console.log(line('rows a second', LABELS / ours.seconds, '/s'));
  console.log(line('size', ours.bytes / MB, 'MB'));
  console.log(limitLine('memory held, second half over first', ours.drift, DRIFT_LIMIT, 'MB'));
  console.log(line('bare writer on node:zlib', LABELS / bare.seconds, '/s'));
  console.log(line('CPU against it, the database read', ours.cpuSeconds / bare.cpuSeconds, '×'));
});
