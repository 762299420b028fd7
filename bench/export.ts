// Export of a member's labels as a workbook: rows per second against a bare writer of the same
// cells on node:zlib, with flat memory.
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createDeflateRaw } from 'node:zlib';
import { type DialectName, sql } from '@yunbiao/db';
import { exportDetails } from '@yunbiao/services';
import { limitLine, formatLine } from './support/figures.ts';
import { withDatabase } from './support/forum-fill.ts';
import { heldDuring } from './support/held.ts';
import { fillLabels, printingMember } from './support/label-fill.ts';

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const LABELS = Number(values.labels);
/** Maximum memory held in the second half of the rows minus the first half, MB. */
const DRIFT_LIMIT = 5;
const MB = 1_000_000;

type Run = { seconds: number; cpuSeconds: number; bytes: number; drift: number };

/** Runs `work`, which reports its progress (0–1), and measures CPU and memory. */
const watch = async (work: (at: (share: number) => void) => Promise<number>): Promise<Run> => {
  const cpu = process.cpuUsage();
  const began = performance.now();
  const { result: bytes, drift } = await heldDuring(work);
  const { user, system } = process.cpuUsage(cpu);
  return {
    seconds: (performance.now() - began) / 1_000,
    cpuSeconds: (user + system) / 1_000_000,
    bytes,
    drift,
  };
};

/**
 * Lower bound of a workbook: the same number of cells of the same length as inline text,
 * compressed.
 */
const bareWriter = (at: (share: number) => void): Promise<number> => {
  const deflate = createDeflateRaw({ level: 6 });
  let bytes = 0;
  deflate.on('data', (chunk: Buffer) => (bytes += chunk.length));
  const buildCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const write = async (): Promise<number> => {
    for (let first = 0; first < LABELS; first += 200) {
      let rows = '';
      for (let n = first; n < Math.min(LABELS, first + 200); n += 1)
        rows += `<row>${buildCell(`B-${n}`)}<c><v>${n % 5}</v></c><c><v>1</v></c><c><v>1</v></c>${buildCell(`货号：${n}`)}${buildCell(`货号：${n}`)}${buildCell('已打印')}${buildCell('打印机确认')}<c/><c/><c/>${buildCell('模板')}${buildCell('打印机')}<c><v>46349.${n}</v></c><c><v>46349.${n}</v></c></row>`;
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
    // About 60 bytes per row; the share only separates the halves.
    for await (const chunk of await exportDetails({ ctx, whose, input })) {
      bytes += chunk.length;
      at(bytes / (LABELS * 60));
    }
    return bytes;
  });
  const bare = await watch(bareWriter);
  console.log(formatLine(`${values.engine}: rows`, LABELS, ''));
  console.log(formatLine('rows a second', LABELS / ours.seconds, '/s'));
  console.log(formatLine('size', ours.bytes / MB, 'MB'));
  console.log(limitLine('memory held, second half over first', ours.drift, DRIFT_LIMIT, 'MB'));
  console.log(formatLine('bare writer on node:zlib', LABELS / bare.seconds, '/s'));
  console.log(
    formatLine('CPU against it, the database read', ours.cpuSeconds / bare.cpuSeconds, '×'),
  );
});
