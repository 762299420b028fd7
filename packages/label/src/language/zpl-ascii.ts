import type { Bitmap } from '../raster/bitmap.ts';

/**
 * Graphic data as hex digits with ZPL's own run lengths: G–Y stand for 1–19 and g–z for 20–400
 * repeats of the next digit, `,` fills the row with 0, `!` with 1, and `:` repeats the row above.
 * Gives up with undefined once it is as long as `limit`.
 */
export function asciiGraphic(bitmap: Bitmap): string;
export function asciiGraphic(bitmap: Bitmap, limit: number): string | undefined;
export function asciiGraphic(
  { stride, height, data }: Bitmap,
  limit = Number.POSITIVE_INFINITY,
): string | undefined {
  let out = '';
  for (let y = 0; y < height; y += 1) {
    out += y > 0 && isSameAsAbove(data, y, stride) ? ':' : packRow(hexRow(data, y, stride));
    if (out.length >= limit) return undefined;
  }
  return out;
}

function isSameAsAbove(data: Uint8Array, y: number, stride: number): boolean {
  for (let i = y * stride; i < (y + 1) * stride; i += 1) {
    if (data[i] !== data[i - stride]) return false;
  }
  return true;
}

const HEX = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).toUpperCase().padStart(2, '0'),
);

function hexRow(data: Uint8Array, y: number, stride: number): string {
  let hex = '';
  for (let i = y * stride; i < (y + 1) * stride; i += 1) hex += HEX[data[i] ?? 0] ?? '';
  return hex;
}

function packRow(hex: string): string {
  const last = hex.at(-1) ?? '0';
  let end = hex.length;
  let fill = '';
  if (last === '0' || last === 'F') {
    while (end > 0 && hex[end - 1] === last) end -= 1;
    fill = last === '0' ? ',' : '!';
  }
  let out = '';
  for (let i = 0; i < end;) {
    let next = i + 1;
    while (next < end && hex[next] === hex[i]) next += 1;
    out += repeat(hex[i] ?? '0', next - i);
    i = next;
  }
  return out + fill;
}

function repeat(digit: string, count: number): string {
  if (count < 3) return digit.repeat(count);
  let left = count;
  let out = '';
  while (left > 419) {
    out += `zY${digit}`;
    left -= 419;
  }
  const twenties = Math.floor(left / 20);
  if (twenties > 0) out += String.fromCharCode('f'.charCodeAt(0) + twenties);
  if (left % 20 > 0) out += String.fromCharCode('F'.charCodeAt(0) + (left % 20));
  return left === 0 ? out : out + digit;
}
