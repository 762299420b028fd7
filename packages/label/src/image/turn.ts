import { type Bitmap, createBitmap, isBlackDot } from '../raster/bitmap.ts';
import type { Rotation } from '../template.ts';

/** Part of a bitmap with black dots, and its position. */
export type Trimmed = { left: number; top: number; bitmap: Bitmap };

/** Rotates a bitmap clockwise. */
export function turnBitmap(bitmap: Bitmap, rotation: Rotation): Bitmap {
  if (rotation === 0) return bitmap;
  const { width, height } = bitmap;
  const turnedBitmap = rotation === 180 ? createBitmap(width, height) : createBitmap(height, width);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!isBlackDot(bitmap, x, y)) continue;
      const tx = rotation === 90 ? height - 1 - y : rotation === 180 ? width - 1 - x : y;
      const ty = rotation === 90 ? x : rotation === 180 ? height - 1 - y : width - 1 - x;
      const at = ty * turnedBitmap.stride + (tx >> 3);
      turnedBitmap.data[at] = (turnedBitmap.data[at] ?? 0) | (0x80 >> (tx & 7));
    }
  return turnedBitmap;
}

/** Returns undefined if the bitmap is all white. */
export function trimBitmap(bitmap: Bitmap): Trimmed | undefined {
  const { width, height, stride, data } = bitmap;
  let [top, bottom] = [0, height];
  while (top < bottom && hasOnlyWhiteDots(data, top * stride, stride)) top += 1;
  if (top === bottom) return undefined;
  while (hasOnlyWhiteDots(data, (bottom - 1) * stride, stride)) bottom -= 1;
  let [left, right] = [width, 0];
  for (let y = top; y < bottom; y += 1) {
    const row = data.subarray(y * stride, (y + 1) * stride);
    left = Math.min(left, findFirstDot(row, left));
    right = Math.max(right, findLastBlackDotEnd(row, right));
  }
  const cut = createBitmap(right - left, bottom - top);
  for (let y = 0; y < cut.height; y += 1)
    copyDots(
      data.subarray((top + y) * stride, (top + y + 1) * stride),
      left,
      cut.data.subarray(y * cut.stride, (y + 1) * cut.stride),
      cut.width,
    );
  return { left, top, bitmap: cut };
}

function hasOnlyWhiteDots(data: Uint8Array, from: number, bytes: number): boolean {
  for (let i = from; i < from + bytes; i += 1) if (data[i] !== 0) return false;
  return true;
}

/** Index of the first black dot of a row, or `firstKnown` if there is none before it. */
function findFirstDot(row: Uint8Array, firstKnown: number): number {
  for (let i = 0; i * 8 < firstKnown; i += 1)
    if (row[i] !== 0) return i * 8 + Math.clz32(row[i] ?? 0) - 24;
  return firstKnown;
}

/** Index after the last black dot of a row, or `lastKnown` if there is none after it. */
function findLastBlackDotEnd(row: Uint8Array, lastKnown: number): number {
  for (let i = row.length - 1; i * 8 + 8 > lastKnown; i -= 1) {
    const byte = row[i] ?? 0;
    if (byte !== 0) return i * 8 + 8 - (31 - Math.clz32(byte & -byte));
  }
  return lastKnown;
}

/** Copies `dots` dots of a row, starting at `left`; clears the padding bits after them. */
function copyDots(row: Uint8Array, left: number, to: Uint8Array, dots: number): void {
  const [from, shift] = [left >> 3, left & 7];
  for (let i = 0; i < to.length; i += 1) {
    const pair = ((row[from + i] ?? 0) << 8) | (row[from + i + 1] ?? 0);
    to[i] = (pair >> (8 - shift)) & 0xff;
  }
  const last = to.length - 1;
  to[last] = (to[last] ?? 0) & (0xff << (-dots & 7));
}
