/**
 * Symbols per second of CPU time for each symbology with our own encoder, compared with bwip-js
 * (all), uqr (QR) and zxing-wasm's writer (QR and Data Matrix, including rendering). First checks
 * whether any symbol is larger than bwip-js's or that of Debian's zint, if installed. All contents
 * differ, and the encoders alternate in one process, so that a busy machine slows all of them.
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
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import { bwipSize, hasZint, ownSize, zintSize } from './support/code-sizes.ts';
import type { Bwip, Zint } from './support/code-sizes.ts';

const ROUNDS = 5;
const ROUND_MS = 200;

const wasm = readFileSync(
  createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'),
);
// Without the binary the library would fetch it from a CDN.
await prepareZXingModule({
  overrides: { wasmBinary: Uint8Array.from(wasm).buffer },
  fireImmediately: true,
});

type Writer = (text: string) => unknown;
type Case = {
  title: string;
  getText: (i: number) => string;
  writers: Record<string, Writer>;
  /** How to measure the size with the peers: their names and options. */
  size: { bwip: Bwip; zint: Zint };
};

const createNumber = (i: number, length: number): string =>
  String((i * 7919 + 1) % 10 ** length).padStart(length, '0');

const createBwipWriter =
  (id: string, options: object = {}): Writer =>
  (text) =>
    bwipjs.raw(id, text, options);

/** Appends the check digit to 13 digits. */
function addCheckDigit(digits: string): string {
  let sum = 0;
  for (let place = 0; place < 13; place += 1)
    sum += Number(digits[place]) * (place % 2 === 0 ? 3 : 1);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** A GTIN in parentheses. */
const createGtin = (i: number): string => `(01)${addCheckDigit(`0${createNumber(i, 12)}`)}`;

/** zint's syntax: square brackets, and a GTIN without its check digit. */
const useSquareBrackets = (text: string): string => text.replaceAll('(', '[').replaceAll(')', ']');
const gtinDigits = (text: string): string => text.slice('(01)'.length, -1);

/** bwip-js's id of a linear symbology, and a content. */
const LINEAR_CASES: Record<LinearName, { id: string; getText: (i: number) => string; zint: Zint }> =
  {
    code128: { id: 'code128', getText: (i) => `YN${createNumber(i, 10)}`, zint: { number: 20 } },
    'gs1-128': {
      id: 'gs1-128',
      getText: (i) => `(10)AB${createNumber(i, 6)}(17)261231`,
      zint: { number: 16, text: useSquareBrackets },
    },
    ean13: { id: 'ean13', getText: (i) => createNumber(i, 12), zint: { number: 13 } },
    ean8: { id: 'ean8', getText: (i) => createNumber(i, 7), zint: { number: 13 } },
    upca: { id: 'upca', getText: (i) => createNumber(i, 11), zint: { number: 34 } },
    upce: {
      id: 'upce',
      getText: (i) => `0${createNumber(i, 6)}`,
      zint: { number: 37, text: (text) => text.slice(1) },
    },
    itf14: {
      id: 'itf14',
      getText: (i) => createNumber(i, 13),
      zint: { number: 3, text: addCheckDigit },
    },
    code39: { id: 'code39', getText: (i) => `YN${createNumber(i, 8)}`, zint: { number: 8 } },
    code93: { id: 'code93', getText: (i) => `YN${createNumber(i, 8)}`, zint: { number: 25 } },
    codabar: {
      id: 'rationalizedCodabar',
      getText: (i) => `A${createNumber(i, 10)}B`,
      zint: { number: 18 },
    },
    databar: { id: 'databaromni', getText: createGtin, zint: { number: 29, text: gtinDigits } },
    'databar-limited': {
      id: 'databarlimited',
      getText: createGtin,
      zint: { number: 30, text: gtinDigits },
    },
    'databar-expanded': {
      id: 'databarexpanded',
      getText: (i) => `${createGtin(i)}(10)AB${createNumber(i, 6)}(17)261231`,
      zint: { number: 31, text: useSquareBrackets },
    },
  };

const ENCODERS = { ...LINEAR, ...RARE_ENCODERS.linear };
const linear = (Object.keys(LINEAR_CASES) as LinearName[]).map((name): Case => {
  const { id, getText, zint } = LINEAR_CASES[name];
  const { title, encode } = ENCODERS[name];
  const writers = { ours: (text: string) => encode(text), 'bwip-js': createBwipWriter(id) };
  // Its check characters are mandatory.
  const options = name === 'code93' ? { includecheck: true } : {};
  return { title, getText, writers, size: { bwip: { id, options }, zint } };
});

const qr: Case = {
  title: 'QR, link of 48 characters, level M, best of 8 masks',
  getText: (i) => `https://yunbiao.example/t/YN${createNumber(i, 10)}?from=label`,
  writers: {
    ours: (text) => encodeQr(text, 'M'),
    uqr: (text) => encodeUqr(text, { ecc: 'M', border: 0 }),
    'bwip-js': createBwipWriter('qrcode', { eclevel: 'M' }),
    'zxing-wasm': (text) => writeBarcode(text, { format: 'QRCode', ecLevel: 'M', scale: 1 }),
  },
  size: {
    bwip: { id: 'qrcode', options: { eclevel: 'M' } },
    zint: { number: 58, options: ['--secure=2'] },
  },
};

const DATA_MATRIX_CONTENTS: Record<string, (i: number) => string> = {
  '10 digits': (i) => createNumber(i, 10),
  'link, 48 characters': (i) => `https://yunbiao.example/t/YN${createNumber(i, 10)}?from=label`,
  'Chinese, 24 characters': (i) =>
    `云南小粒咖啡豆深度烘焙 净含量 ${createNumber(i, 3)} 克 ${createNumber(i, 4)}`,
  'all encodations, 200 characters': (i) =>
    `${createNumber(i, 12)}ABCDEFGHIJKLMNOP-abcdefghijkläöüß ${'A1*B2>C3'.repeat(4)}`
      .padEnd(120, '.-/+:')
      .padEnd(200, createNumber(i, 9)),
};

const dataMatrix = Object.entries(DATA_MATRIX_CONTENTS).map(([kind, getText]): Case => ({
  title: `Data Matrix, ${kind}`,
  getText,
  writers: {
    ours: (text) => encodeDataMatrix(text),
    'bwip-js': createBwipWriter('datamatrix'),
    'zxing-wasm': (text) => writeBarcode(text, { format: 'DataMatrix', scale: 1 }),
  },
  // UTF-8 as our encoder writes it: its ECI and its bytes.
  size: {
    bwip: { id: 'datamatrix' },
    zint: {
      number: 71,
      options: kind.startsWith('Chinese') ? ['--eci=26', '--square'] : ['--square'],
    },
  },
}));

const LINK = (i: number): string => `https://yunbiao.example/t/YN${createNumber(i, 10)}?from=label`;

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
const encodeMatrix = (element: Rare, text: string): unknown =>
  RARE_ENCODERS.encodeMatrix({ ...BOX, ...element }, text, 2);

const rare: Case[] = [
  {
    title: 'Micro QR, 10 digits',
    getText: (i) => createNumber(i, 10),
    writers: {
      ours: (text) => encodeMatrix({ type: 'microqr', level: 'L' }, text),
      'bwip-js': createBwipWriter('microqrcode'),
    },
    size: { bwip: { id: 'microqrcode' }, zint: { number: 97 } },
  },
  {
    title: 'PDF417, link of 48 characters',
    getText: LINK,
    writers: {
      ours: (text) => encodeMatrix({ type: 'pdf417', columns: 4 }, text),
      'bwip-js': createBwipWriter('pdf417', { columns: 4 }),
      'zxing-wasm': (text) => writeBarcode(text, { format: 'PDF417', scale: 1 }),
    },
    size: {
      bwip: { id: 'pdf417', options: { columns: 4 }, rowModules: 3 },
      zint: { number: 55, options: ['--cols=4'] },
    },
  },
  {
    title: 'Aztec, link of 48 characters',
    getText: LINK,
    writers: {
      ours: (text) => encodeMatrix({ type: 'aztec' }, text),
      'bwip-js': createBwipWriter('azteccode'),
      'zxing-wasm': (text) => writeBarcode(text, { format: 'Aztec', scale: 1 }),
    },
    size: { bwip: { id: 'azteccode' }, zint: { number: 92 } },
  },
];

/** Symbols per second of CPU time: excludes other load of the machine. */
async function getRate(
  write: Writer,
  getText: (i: number) => string,
  from: number,
): Promise<number> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  let done = 0;
  while (performance.now() - start < ROUND_MS) {
    // One of the writers returns a promise.
    await write(getText(from + done));
    done += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return (done * 1_000_000) / (user + system);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Number of contents whose sizes are compared; each one starts zint. */
const SIZES = 50;

/** Two-width symbologies. */
const TWO_WIDTHS = new Set(['itf14', 'code39', 'rationalizedCodabar']);

/** Number of symbols larger than a peer's. Sets exit code 1 when there is one. */
function listSizes({ getText, writers, size: { bwip: peer, zint } }: Case): string {
  const isTwoWidth = TWO_WIDTHS.has(peer.id);
  const compareSizes = (name: string, getSize: (text: string) => number | undefined): string => {
    const differences = Array.from({ length: SIZES }, (_, i) => {
      const text = getText(i * 977);
      const theirs = getSize(text);
      return theirs === undefined ? [] : ownSize(writers['ours']?.(text), isTwoWidth) - theirs;
    }).flat();
    const larger = differences.filter((difference) => difference > 0).length;
    if (larger > 0 || differences.length === 0) process.exitCode = 1;
    return `${larger} of ${differences.length} larger than ${name}'s`;
  };
  const comparisons = [compareSizes('bwip-js', (text) => bwipSize(peer, text, isTwoWidth))];
  if (hasZint) comparisons.push(compareSizes('zint', (text) => zintSize(zint, text, isTwoWidth)));
  return comparisons.join(', ');
}

if (!hasZint) console.log('zint：没有找到');
for (const one of [...linear, qr, ...dataMatrix, ...rare])
  console.log(`${one.title}: ${listSizes(one)}`);

for (const { title, getText, writers } of [...linear, qr, ...dataMatrix, ...rare]) {
  const seen = Object.entries(writers).map(([name, write]) => ({
    name,
    write,
    rates: [] as number[],
  }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { write, rates } of seen) {
      const rate = await getRate(write, getText, round * 100_000);
      // The first round is a warm-up.
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
