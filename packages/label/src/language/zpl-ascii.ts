import type { Bitmap } from '../raster/bitmap.ts';

/**
 * Run lengths of the manual: one letter for 1–19 and one for 20–400 in steps of 20, before the
 * digit.
 */
const ONES = 'F'.charCodeAt(0);
const TWENTIES = 'f'.charCodeAt(0);
const MAX_RUN_LENGTH = 419;
/** `zY`: the longest run, 419 repeats. */
const LONGEST = [TWENTIES + 20, ONES + 19] as const;
/** Shorter runs take no more bytes written out. */
const MIN_RUN_LENGTH = 3;

const DIGITS = Uint8Array.from('0123456789ABCDEF', (digit) => digit.charCodeAt(0));
const [COMMA, BANG, COLON] = [0x2c, 0x21, 0x3a];

/**
 * Encodes graphic data as hex digits with ZPL run lengths: G–Y stand for 1–19 and g–z for 20–400
 * repeats of the next digit, `,` fills the row with 0, `!` with 1, and `:` repeats the row above.
 * Returns undefined as soon as the result reaches `limit`. ASCII.
 */
export function encodeAsciiGraphic(bitmap: Bitmap): Uint8Array;
export function encodeAsciiGraphic(bitmap: Bitmap, limit: number): Uint8Array | undefined;
export function encodeAsciiGraphic(
  { stride, height, data }: Bitmap,
  limit = Number.POSITIVE_INFINITY,
): Uint8Array | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  // A row needs at most its digits and one fill character.
  const row = 2 * stride + 1;
  const out = new Uint8Array(Math.min(limit + row, height * row));
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const from = y * stride;
    if (y > 0 && findDifferenceFromAbove(view, from, from + stride, stride) === from + stride)
      out[at++] = COLON;
    else at = writeCompressedHexRow(view, from, stride, out, at);
    if (at >= limit) return undefined;
  }
  return out.subarray(0, at);
}

/** End of the bytes from `from` that equal those `distance` before them, at most `end`. */
function findDifferenceFromAbove(
  view: DataView,
  from: number,
  end: number,
  distance: number,
): number {
  let at = from;
  while (at + 4 <= end && view.getInt32(at) === view.getInt32(at - distance)) at += 4;
  while (at < end && view.getUint8(at) === view.getUint8(at - distance)) at += 1;
  return at;
}

/** Writes one row. Returns the end position. */
function writeCompressedHexRow(
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
  // In digits from the start of the data.
  const end = isFilled ? findStartOfTrailingFill(view, from, rowEnd, fill) : 2 * rowEnd;
  let at = start;
  for (let i = 2 * from; i < end;) {
    const byte = view.getUint8(i >> 1);
    const digit = i & 1 ? byte & 15 : byte >> 4;
    let next = i + 1;
    if (i & 1 || (byte & 15) === digit) {
      // Continues in whole bytes while both digits are equal to this one.
      const twice = digit * 17;
      let byteIndex = next + 1 - (i & 1 ? 1 : 0);
      byteIndex >>= 1;
      while (2 * byteIndex < end && view.getUint8(byteIndex) === twice) byteIndex += 1;
      next = Math.min(end, 2 * byteIndex);
      if (next < end && view.getUint8(byteIndex) >> 4 === digit) next += 1;
    }
    at = writeDigitRun(DIGITS[digit] ?? 0, next - i, out, at);
    i = next;
  }
  if (isFilled) out[at++] = fill === 0 ? COMMA : BANG;
  return at;
}

/** First digit from which the row contains only `fill`. */
function findStartOfTrailingFill(view: DataView, from: number, end: number, fill: number): number {
  const twice = fill * 17;
  let at = end;
  while (at > from && view.getUint8(at - 1) === twice) at -= 1;
  return 2 * at - (at > from && (view.getUint8(at - 1) & 15) === fill ? 1 : 0);
}

function writeDigitRun(digit: number, count: number, out: Uint8Array, start: number): number {
  let at = start;
  if (count < MIN_RUN_LENGTH) {
    for (let i = 0; i < count; i += 1) out[at++] = digit;
    return at;
  }
  let remaining = count;
  for (; remaining > MAX_RUN_LENGTH; remaining -= MAX_RUN_LENGTH) {
    for (const byte of LONGEST) out[at++] = byte;
    out[at++] = digit;
  }
  const twenties = Math.floor(remaining / 20);
  if (twenties > 0) out[at++] = TWENTIES + twenties;
  if (remaining % 20 > 0) out[at++] = ONES + (remaining % 20);
  if (remaining > 0) out[at++] = digit;
  return at;
}
