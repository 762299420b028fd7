import type { SimulatedPrint } from '@yunbiao/label/scan';
import { microQrText } from './micro-qr-text.ts';
import { correctErrors } from './reed-solomon.ts';

/** Whether a module is dark, by row and column. */
type Modules = (row: number, column: number) => boolean;

/**
 * By symbol number: version, data codewords, check codewords, and the number of correctable errors
 * (ISO/IEC 18004).
 */
const SYMBOLS = [
  { version: 1, data: 3, checks: 2, errors: 0 },
  { version: 2, data: 5, checks: 5, errors: 1 },
  { version: 2, data: 4, checks: 6, errors: 2 },
  { version: 3, data: 11, checks: 6, errors: 2 },
  { version: 3, data: 9, checks: 8, errors: 4 },
  { version: 4, data: 16, checks: 8, errors: 3 },
  { version: 4, data: 14, checks: 10, errors: 5 },
  { version: 4, data: 10, checks: 14, errors: 7 },
];

/** The bounding box of dark pixels. */
function getBox({ width, height, grey }: SimulatedPrint) {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((grey[y * width + x] ?? 255) < 128) {
        box.left = Math.min(box.left, x);
        box.top = Math.min(box.top, y);
        box.right = Math.max(box.right, x + 1);
        box.bottom = Math.max(box.bottom, y + 1);
      }
  return box;
}

/**
 * Side in modules, and the modules. The timing patterns are the top row and the left column and end
 * dark.
 */
function listModules(print: SimulatedPrint): { side: number; isDark: Modules } | undefined {
  const { left, top, right, bottom } = getBox(print);
  const [across, down] = [right - left, bottom - top];
  if (across < 11 || down < 11) return undefined;
  const greyAt = (x: number, y: number): number =>
    print.grey[Math.floor(y) * print.width + Math.floor(x)] ?? 255;
  let [bars, isInBar] = [0, false];
  // This is less than half a module into the first row, for symbols of up to 17 modules.
  const firstRow = top + down / 40;
  for (let x = left; x < right; x += 1) {
    const isDark = greyAt(x, firstRow) < 128;
    if (isDark && !isInBar) bars += 1;
    isInBar = isDark;
  }
  // The first bar is the side of the finder pattern, seven modules.
  const side = 7 + 2 * (bars - 1);
  if (side < 11 || side > 17 || side % 2 === 0) return undefined;
  const isDark: Modules = (row, column) =>
    greyAt(left + ((column + 0.5) * across) / side, top + ((row + 0.5) * down) / side) < 128;
  return { side, isDark };
}

/** Adds the ten check bits of the BCH code (15, 5). */
function getFormat(data: number): number {
  let rest = data << 10;
  for (let bit = 14; bit >= 10; bit -= 1)
    if ((rest >> bit) & 1) rest ^= 0b10100110111 << (bit - 10);
  return ((data << 10) | rest) ^ 0b100010001000101;
}

/** Hamming distance. */
function countDifferingBits(a: number, b: number): number {
  let count = 0;
  for (let differing = a ^ b; differing > 0; differing >>= 1) count += differing & 1;
  return count;
}

/**
 * Symbol number and mask, with up to three errors. The bits are next to the finder pattern,
 * starting at its bottom left.
 */
function formatAt(isDark: Modules): number | undefined {
  const places = Array.from({ length: 15 }, (_, i) => (i < 8 ? [8, i + 1] : [15 - i, 8]));
  const read = places.reduce(
    (bits, [row = 0, column = 0]) => bits * 2 + (isDark(row, column) ? 1 : 0),
    0,
  );
  const formats = Array.from({ length: 32 }, (_, data) => data);
  return formats.find((data) => countDifferingBits(getFormat(data), read) <= 3);
}

/** Whether a mask inverts the module of row `i` and column `j`. */
const MASKS: readonly ((i: number, j: number) => boolean)[] = [
  (i) => i % 2 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/**
 * Bits in placement order: in pairs of columns from the right, alternately upwards and downwards.
 */
function listBits(side: number, isDark: Modules, mask: number): string {
  let bits = '';
  for (let right = side - 1, isUpwards = true; right > 0; right -= 2, isUpwards = !isUpwards)
    for (let step = 0; step < side; step += 1) {
      const row = isUpwards ? side - 1 - step : step;
      for (const column of [right, right - 1]) {
        const isFunction = row === 0 || column === 0 || (row <= 8 && column <= 8);
        if (isFunction) continue;
        bits += isDark(row, column) !== (MASKS[mask]?.(row, column) ?? false) ? '1' : '0';
      }
    }
  return bits;
}

/**
 * Data bits after error correction. In versions 1 and 3 the last data codeword has four bits, the
 * most significant ones.
 */
function getData(
  bits: string,
  { version, data, checks, errors }: (typeof SYMBOLS)[number],
): string | undefined {
  const shortest = version % 2 === 1 ? 4 : 8;
  const lengths = Array.from({ length: data + checks }, (_, i) => (i === data - 1 ? shortest : 8));
  let at = 0;
  const word = lengths.map((length) => {
    at += length;
    return Number.parseInt(bits.slice(at - length, at).padEnd(8, '0'), 2);
  });
  const correctedData = correctErrors(word, checks, errors)?.slice(0, data);
  return correctedData
    ?.map((codeword, i) => codeword.toString(2).padStart(8, '0').slice(0, lengths[i]))
    .join('');
}

/** Text of a single Micro QR symbol in an upright picture. */
export function readMicroQr(print: SimulatedPrint): string[] {
  const found = listModules(print);
  const format = found && formatAt(found.isDark);
  if (found === undefined || format === undefined) return [];
  const symbol = SYMBOLS[format >> 2];
  if (symbol === undefined || found.side !== 9 + 2 * symbol.version) return [];
  const data = getData(listBits(found.side, found.isDark, format & 3), symbol);
  const text = data === undefined ? undefined : microQrText(data, symbol.version);
  return text === undefined ? [] : [text];
}
