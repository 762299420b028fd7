/**
 * Random contents of each symbology, printed with dot gain and blur, and read by two decoders. A
 * miss counts unless the reader also misses bwip-js's picture of the same content at the same
 * module size. Exit code 1 on a miss.
 *
 *   node bench/readback.ts --count 10000 --seed 1 --only QR --only "Code 128" --dpi 203
 */
import { parseArgs } from 'node:util';
import { KINDS } from './support/readback/kinds.ts';
import { readBack, readersFor } from './support/readback/read-back.ts';
import { hasDmtxread, hasZbarimg } from './support/readback/readers.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    dpi: { type: 'string', multiple: true },
  },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (!hasZbarimg) console.log('zbarimg：没有找到');
if (!hasDmtxread) console.log('dmtxread：没有找到');
const DPIS = [203, 300, 600] as const;
const dpis = DPIS.filter((dpi) => values.dpi?.includes(String(dpi)) ?? true);
const rows: string[] = [];
for (const [name, kind] of Object.entries(KINDS)) {
  if (values.only?.includes(name) === false) continue;
  for (const dpi of dpis) {
    const readers = readersFor(kind).join(' and ');
    const { read, missed, excused } = await readBack(kind, { dpi, count, seed });
    console.log(
      `${name}, ${dpi} dpi: ${readers} read ${read}, missed ${missed.length}, by a peer too ${excused}`,
    );
    for (const { reader, content, told } of missed.slice(0, 5))
      console.log(`  ${reader}: ${JSON.stringify(content)} as ${JSON.stringify(told)}`);
    if (missed.length > 0) process.exitCode = 1;
    rows.push(
      `| ${[name, dpi, readers, read, missed.length, excused].map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)).join(' | ')} |`,
    );
  }
}
// The table format used in the documents.
console.log(`\n| code | dpi | readers | read | missed | missed in a peer's picture too |`);
console.log(`|---|---|---|---|---|---|\n${rows.join('\n')}`);
