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
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  // No row is longer than its digits and what fills it.
  const row = 2 * stride + 1;
  const out = new Uint8Array(Math.min(limit + row, height * row));
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const from = y * stride;
    if (y > 0 && alikeFrom(view, from, from + stride, stride) === from + stride) out[at++] = COLON;
    else at = packRow(view, from, stride, out, at);
    if (at >= limit) return undefined;
  }
  return out.subarray(0, at);
}

/** How far from `from` on, up to `end`, bytes are those `distance` before them. */
function alikeFrom(view: DataView, from: number, end: number, distance: number): number {
  let at = from;
  while (at + 4 <= end && view.getInt32(at) === view.getInt32(at - distance)) at += 4;
  while (at < end && view.getUint8(at) === view.getUint8(at - distance)) at += 1;
  return at;
}

/** Writes one row; returns where it ends. */
function packRow(
  view: DataView,
  from: number,
  stride: number,
  out: Uint8Array,
  start: number,
): number {
  const rowEnd = from + stride;
  const last = view.getUint8(rowEnd - 1);
  const fill = last & 15;
  const isFilled = fill === 0 || fill === 15;
  // In digits from the beginning of the data.
  const end = isFilled ? filledFrom(view, from, rowEnd, fill) : 2 * rowEnd;
  let at = start;
  for (let i = 2 * from; i < end;) {
    const byte = view.getUint8(i >> 1);
    const digit = i & 1 ? byte & 15 : byte >> 4;
    let next = i + 1;
    if (i & 1 || (byte & 15) === digit) {
      // From here on in whole bytes, as far as they are this digit twice.
      const twice = digit * 17;
      let whole = next + 1 - (i & 1 ? 1 : 0);
      whole >>= 1;
      while (2 * whole < end && view.getUint8(whole) === twice) whole += 1;
      next = Math.min(end, 2 * whole);
      if (next < end && view.getUint8(whole) >> 4 === digit) next += 1;
    }
    at = writeRun(DIGITS[digit] ?? 0, next - i, out, at);
    i = next;
  }
  if (isFilled) out[at++] = fill === 0 ? COMMA : BANG;
  return at;
}

/** From which digit on a row is nothing but `fill`. */
function filledFrom(view: DataView, from: number, end: number, fill: number): number {
  const twice = fill * 17;
  let at = end;
  while (at > from && view.getUint8(at - 1) === twice) at -= 1;
  return 2 * at - (at > from && (view.getUint8(at - 1) & 15) === fill ? 1 : 0);
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
