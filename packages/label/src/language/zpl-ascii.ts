import type { Bitmap } from '../raster/bitmap.ts';

/** The run lengths of the manual: a letter for 1–19 and one for 20–400 in twenties, in front of the digit. */
const ONES = 'F'.charCodeAt(0);
const TWENTIES = 'f'.charCodeAt(0);
const MOST = 419;
/** `zY`: the longest run. */
const LONGEST = [TWENTIES + 20, ONES + 19] as const;
/** Fewer are as short written out. */
const WORTH_A_RUN = 3;

const DIGITS = Uint8Array.from('0123456789ABCDEF', (digit) => digit.charCodeAt(0));
const [COMMA, BANG, COLON] = [0x2c, 0x21, 0x3a];

/**
 * Graphic data as hex digits with ZPL's own run lengths: G–Y stand for 1–19 and g–z for 20–400
 * repeats of the next digit, `,` fills the row with 0, `!` with 1, and `:` repeats the row above.
 * Gives up with undefined once it is as long as `limit`. ASCII.
 */
export function asciiGraphic(bitmap: Bitmap): Uint8Array;
export function asciiGraphic(bitmap: Bitmap, limit: number): Uint8Array | undefined;
export function asciiGraphic(
  { stride, height, data }: Bitmap,
  limit = Number.POSITIVE_INFINITY,
): Uint8Array | undefined {
  // No row is longer than its digits and what fills it.
  const row = 2 * stride + 1;
  const out = new Uint8Array(Math.min(limit + row, height * row));
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const from = y * stride;
    if (y > 0 && isSameAsAbove(data, from, stride)) out[at++] = COLON;
    else at = packRow(data, from, stride, out, at);
    if (at >= limit) return undefined;
  }
  return out.subarray(0, at);
}

function isSameAsAbove(data: Uint8Array, from: number, stride: number): boolean {
  for (let i = from; i < from + stride; i += 1) if (data[i] !== data[i - stride]) return false;
  return true;
}

const digitAt = (data: Uint8Array, from: number, i: number): number => {
  const byte = data[from + (i >> 1)] ?? 0;
  return i & 1 ? byte & 15 : byte >> 4;
};

/** Writes one row; returns where it ends. */
function packRow(
  data: Uint8Array,
  from: number,
  stride: number,
  out: Uint8Array,
  start: number,
): number {
  let at = start;
  let end = 2 * stride;
  const last = digitAt(data, from, end - 1);
  const isFilled = last === 0 || last === 15;
  if (isFilled) while (end > 0 && digitAt(data, from, end - 1) === last) end -= 1;
  for (let i = 0; i < end;) {
    const digit = digitAt(data, from, i);
    let next = i + 1;
    while (next < end && digitAt(data, from, next) === digit) next += 1;
    at = writeRun(DIGITS[digit] ?? 0, next - i, out, at);
    i = next;
  }
  if (isFilled) out[at++] = last === 0 ? COMMA : BANG;
  return at;
}

function writeRun(digit: number, count: number, out: Uint8Array, start: number): number {
  let at = start;
  if (count < WORTH_A_RUN) {
    for (let i = 0; i < count; i += 1) out[at++] = digit;
    return at;
  }
  let left = count;
  for (; left > MOST; left -= MOST) {
    for (const byte of LONGEST) out[at++] = byte;
    out[at++] = digit;
  }
  const twenties = Math.floor(left / 20);
  if (twenties > 0) out[at++] = TWENTIES + twenties;
  if (left % 20 > 0) out[at++] = ONES + (left % 20);
  if (left > 0) out[at++] = digit;
  return at;
}
