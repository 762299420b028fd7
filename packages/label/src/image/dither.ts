import { type Bitmap, createBitmap } from '../raster/bitmap.ts';
import type { Dither } from '../template.ts';
import type { Ink } from './scale.ts';

/**
 * Converts a picture to dots. `threshold` is the lowest grey, 0 to 255, that stays white; only the
 * `threshold` method uses it.
 */
export function ditherToBitmap(ink: Ink, dither: Dither, threshold: number): Bitmap {
  if (dither === 'floyd-steinberg') return diffuseError(ink);
  return dither === 'ordered' ? applyOrderedDither(ink) : applyThreshold(ink, threshold);
}

function blackenDot({ data, stride }: Bitmap, x: number, y: number): void {
  const at = y * stride + (x >> 3);
  data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
}

function applyThreshold({ width, height, ink }: Ink, threshold: number): Bitmap {
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (255 - (ink[y * width + x] ?? 0) < threshold) blackenDot(bitmap, x, y);
  return bitmap;
}

/**
 * Bayer matrix of 8 × 8, built from three 2 × 2 steps: each bit of x and y adds the next finer
 * base-4 digit.
 */
const BAYER = Array.from({ length: 64 }, (_, i) => {
  const [x, y] = [i & 7, i >> 3];
  let place = 0;
  for (let bit = 0; bit < 3; bit += 1) {
    const [right, down] = [(x >> bit) & 1, (y >> bit) & 1];
    place = place * 4 + ((right ^ down) * 2 + down);
  }
  return place;
});

function applyOrderedDither({ width, height, ink }: Ink): Bitmap {
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const limit = ((BAYER[(y & 7) * 8 + (x & 7)] ?? 0) + 0.5) / 64;
      if ((ink[y * width + x] ?? 0) > limit * 255) blackenDot(bitmap, x, y);
    }
  return bitmap;
}

/**
 * Floyd–Steinberg: spreads the quantization error to the neighbours, in sixteenths 7, 3, 5 and 1.
 */
function diffuseError({ width, height, ink }: Ink): Bitmap {
  const bitmap = createBitmap(width, height);
  // One extra column at each end takes the error that falls outside the row.
  let rowError = new Float64Array(width + 2);
  let nextRowError = new Float64Array(width + 2);
  for (let y = 0; y < height; y += 1) {
    nextRowError.fill(0);
    for (let x = 0; x < width; x += 1) {
      const targetInk = (ink[y * width + x] ?? 0) + (rowError[x + 1] ?? 0);
      const isBlack = targetInk >= 128;
      if (isBlack) blackenDot(bitmap, x, y);
      const errorShare = (targetInk - (isBlack ? 255 : 0)) / 16;
      rowError[x + 2] = (rowError[x + 2] ?? 0) + errorShare * 7;
      nextRowError[x] = (nextRowError[x] ?? 0) + errorShare * 3;
      nextRowError[x + 1] = (nextRowError[x + 1] ?? 0) + errorShare * 5;
      nextRowError[x + 2] = (nextRowError[x + 2] ?? 0) + errorShare;
    }
    [rowError, nextRowError] = [nextRowError, rowError];
  }
  return bitmap;
}
