/**
 * Data Matrix symbols a second on one core, beside bwip-js and zxing-wasm's writer (which draws them as well),
 * for contents of several kinds, all different. In turn in the same process, so that a busy machine slows all.
 *
 *   node bench/data-matrix.ts
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bwipjs from 'bwip-js/node';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { encodeDataMatrix } from '../packages/label/src/matrix/data-matrix/encode.ts';

const ROUNDS = 7;
const ROUND_MS = 250;

const wasm = readFileSync(
  createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'),
);
// Without the binary it would be fetched from a CDN.
await prepareZXingModule({
  overrides: { wasmBinary: Uint8Array.from(wasm).buffer },
  fireImmediately: true,
});

const number = (i: number, length: number): string =>
  String((i * 7919 + 1) % 10 ** length).padStart(length, '0');

const CONTENTS: Record<string, (i: number) => string> = {
  '10 digits': (i) => number(i, 10),
  'article, 12 characters': (i) => `YN${number(i, 10)}`,
  'link, 48 characters': (i) => `https://yunbiao.example/t/YN${number(i, 10)}?from=label`,
  'Chinese, 24 characters': (i) =>
    `云南小粒咖啡豆深度烘焙 净含量 ${number(i, 3)} 克 ${number(i, 4)}`,
  'all encodations, 200 characters': (i) =>
    `${number(i, 12)}ABCDEFGHIJKLMNOP-abcdefghijkläöüß ${'A1*B2>C3'.repeat(4)}`
      .padEnd(120, '.-/+:')
      .padEnd(200, number(i, 9)),
  '1,500 characters': (i) => `${number(i, 12)}Ab-`.repeat(100),
};

type Writer = (text: string) => unknown;
const WRITERS: Record<string, Writer> = {
  encodeDataMatrix: (text) => encodeDataMatrix(text),
  'bwip-js raw': (text) => bwipjs.raw('datamatrix', text, {}),
  'zxing-wasm writeBarcode': (text) => writeBarcode(text, { format: 'DataMatrix', scale: 1 }),
};

async function rateOf(write: Writer, textOf: (i: number) => string, from: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  while (performance.now() - start < ROUND_MS) {
    // One of them answers with a promise.
    await write(textOf(from + done));
    done += 1;
  }
  return (done * 1_000) / (performance.now() - start);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

for (const [title, textOf] of Object.entries(CONTENTS)) {
  const seen = Object.entries(WRITERS).map(([name, write]) => ({
    name,
    write,
    rates: [] as number[],
  }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { write, rates } of seen) {
      const rate = await rateOf(write, textOf, round * 100_000);
      // The first round warms up.
      if (round > 0) rates.push(rate);
    }
  }
  console.log(title);
  const ours = median(seen[0]?.rates ?? []);
  for (const { name, rates } of seen) {
    const rate = median(rates);
    const ratio = rate === ours ? '' : `  ${(ours / rate).toFixed(1)} × slower`;
    console.log(
      `  ${name.padEnd(26)} ${Math.round(rate).toLocaleString('en').padStart(9)} /s${ratio}`,
    );
  }
}
