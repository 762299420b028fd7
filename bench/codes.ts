/**
 * Symbols a second of CPU time, of each code with an encoder of our own, beside other people's: bwip-js for all, uqr for
 * QR, zxing-wasm's writer (which draws them as well) for QR and Data Matrix. All contents different, in turn in the same
 * process, so that a busy machine slows all.
 *
 *   node bench/codes.ts
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bwipjs from 'bwip-js/node';
import { encode as encodeUqr } from 'uqr';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { encodeDataMatrix, encodeQr, LINEAR } from '@yunbiao/label';
import type { LinearName } from '@yunbiao/label';
import { RARE_CODES } from '@yunbiao/label/rare-codes';

const ROUNDS = 5;
const ROUND_MS = 200;

const wasm = readFileSync(
  createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'),
);
// Without the binary it would be fetched from a CDN.
await prepareZXingModule({
  overrides: { wasmBinary: Uint8Array.from(wasm).buffer },
  fireImmediately: true,
});

type Writer = (text: string) => unknown;
type Case = { title: string; textOf: (i: number) => string; writers: Record<string, Writer> };

const number = (i: number, length: number): string =>
  String((i * 7919 + 1) % 10 ** length).padStart(length, '0');

const bwip =
  (id: string, options: object = {}): Writer =>
  (text) =>
    bwipjs.raw(id, text, options);

/** A GTIN in brackets, with its check digit. */
function gtin(i: number): string {
  const digits = `0${number(i, 12)}`;
  let sum = 0;
  for (let place = 0; place < 13; place += 1)
    sum += Number(digits[place]) * (place % 2 === 0 ? 3 : 1);
  return `(01)${digits}${(10 - (sum % 10)) % 10}`;
}

/** What bwip-js calls a linear symbology, and a content of it. */
const LINEAR_CASES: Record<LinearName, { id: string; textOf: (i: number) => string }> = {
  code128: { id: 'code128', textOf: (i) => `YN${number(i, 10)}` },
  'gs1-128': { id: 'gs1-128', textOf: (i) => `(10)AB${number(i, 6)}(17)261231` },
  ean13: { id: 'ean13', textOf: (i) => number(i, 12) },
  ean8: { id: 'ean8', textOf: (i) => number(i, 7) },
  upca: { id: 'upca', textOf: (i) => number(i, 11) },
  upce: { id: 'upce', textOf: (i) => `0${number(i, 6)}` },
  itf14: { id: 'itf14', textOf: (i) => number(i, 13) },
  code39: { id: 'code39', textOf: (i) => `YN${number(i, 8)}` },
  code93: { id: 'code93', textOf: (i) => `YN${number(i, 8)}` },
  codabar: { id: 'rationalizedCodabar', textOf: (i) => `A${number(i, 10)}B` },
  databar: { id: 'databaromni', textOf: gtin },
  'databar-limited': { id: 'databarlimited', textOf: gtin },
  'databar-expanded': {
    id: 'databarexpanded',
    textOf: (i) => `${gtin(i)}(10)AB${number(i, 6)}(17)261231`,
  },
};

const ENCODERS = { ...LINEAR, ...RARE_CODES.linear };
const linear = (Object.keys(LINEAR_CASES) as LinearName[]).map((name): Case => {
  const { id, textOf } = LINEAR_CASES[name];
  const { title, encode } = ENCODERS[name];
  return { title, textOf, writers: { ours: (text) => encode(text), 'bwip-js': bwip(id) } };
});

const qr: Case = {
  title: 'QR, link of 48 characters, level M, best of 8 masks',
  textOf: (i) => `https://yunbiao.example/t/YN${number(i, 10)}?from=label`,
  writers: {
    ours: (text) => encodeQr(text, 'M'),
    uqr: (text) => encodeUqr(text, { ecc: 'M', border: 0 }),
    'bwip-js': bwip('qrcode', { eclevel: 'M' }),
    'zxing-wasm': (text) => writeBarcode(text, { format: 'QRCode', ecLevel: 'M', scale: 1 }),
  },
};

const DATA_MATRIX_CONTENTS: Record<string, (i: number) => string> = {
  '10 digits': (i) => number(i, 10),
  'link, 48 characters': (i) => `https://yunbiao.example/t/YN${number(i, 10)}?from=label`,
  'Chinese, 24 characters': (i) =>
    `云南小粒咖啡豆深度烘焙 净含量 ${number(i, 3)} 克 ${number(i, 4)}`,
  'all encodations, 200 characters': (i) =>
    `${number(i, 12)}ABCDEFGHIJKLMNOP-abcdefghijkläöüß ${'A1*B2>C3'.repeat(4)}`
      .padEnd(120, '.-/+:')
      .padEnd(200, number(i, 9)),
};

const dataMatrix = Object.entries(DATA_MATRIX_CONTENTS).map(([kind, textOf]): Case => ({
  title: `Data Matrix, ${kind}`,
  textOf,
  writers: {
    ours: (text) => encodeDataMatrix(text),
    'bwip-js': bwip('datamatrix'),
    'zxing-wasm': (text) => writeBarcode(text, { format: 'DataMatrix', scale: 1 }),
  },
}));

const LINK = (i: number): string => `https://yunbiao.example/t/YN${number(i, 10)}?from=label`;

type Rare =
  | { type: 'aztec' }
  | { type: 'pdf417'; columns: number }
  | { type: 'microqr'; level: 'L' };
const BOX = {
  id: 'c',
  xMm: 0,
  yMm: 0,
  widthMm: 40,
  heightMm: 20,
  rotation: 0,
  content: '',
} as const;
const matrix = (element: Rare, text: string): unknown =>
  RARE_CODES.matrix({ ...BOX, ...element }, text, 2);

const rare: Case[] = [
  {
    title: 'Micro QR, 10 digits',
    textOf: (i) => number(i, 10),
    writers: {
      ours: (text) => matrix({ type: 'microqr', level: 'L' }, text),
      'bwip-js': bwip('microqrcode'),
    },
  },
  {
    title: 'PDF417, link of 48 characters',
    textOf: LINK,
    writers: {
      ours: (text) => matrix({ type: 'pdf417', columns: 4 }, text),
      'bwip-js': bwip('pdf417', { columns: 4 }),
      'zxing-wasm': (text) => writeBarcode(text, { format: 'PDF417', scale: 1 }),
    },
  },
  {
    title: 'Aztec, link of 48 characters',
    textOf: LINK,
    writers: {
      ours: (text) => matrix({ type: 'aztec' }, text),
      'bwip-js': bwip('azteccode'),
      'zxing-wasm': (text) => writeBarcode(text, { format: 'Aztec', scale: 1 }),
    },
  },
];

/** Symbols a second of CPU time: what else the machine does is not in it. */
async function rateOf(write: Writer, textOf: (i: number) => string, from: number): Promise<number> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  let done = 0;
  while (performance.now() - start < ROUND_MS) {
    // One of them answers with a promise.
    await write(textOf(from + done));
    done += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return (done * 1_000_000) / (user + system);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

for (const { title, textOf, writers } of [...linear, qr, ...dataMatrix, ...rare]) {
  const seen = Object.entries(writers).map(([name, write]) => ({
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
  const ours = median(seen[0]?.rates ?? []);
  const shown = seen.map(({ name, rates }) => {
    const rate = median(rates);
    const ratio = rate === ours ? '' : ` (${(ours / rate).toFixed(1)} × slower)`;
    return `${name} ${Math.round(rate).toLocaleString('en')}${ratio}`;
  });
  console.log(`${title}: ${shown.join(' · ')}`);
}
