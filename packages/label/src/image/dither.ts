import { type Bitmap, createBitmap } from '../raster/bitmap.ts';
import type { Dither } from '../template.ts';
import type { Ink } from './scale.ts';

/** Dots of a picture. `threshold` is the first grey, 0 to 255, that stays white; only the way of that name has it. */
export function dither(ink: Ink, way: Dither, threshold: number): Bitmap {
  if (way === 'floyd-steinberg') return diffuse(ink);
  return way === 'ordered' ? order(ink) : cut(ink, threshold);
}

function blacken({ data, stride }: Bitmap, x: number, y: number): void {
  const at = y * stride + (x >> 3);
  data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
}

function cut({ width, height, ink }: Ink, threshold: number): Bitmap {
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (255 - (ink[y * width + x] ?? 0) < threshold) blacken(bitmap, x, y);
  return bitmap;
}

/** Bayer's matrix of 8 × 8: each step of four is the one before, shifted by what the next finer digit says. */
const BAYER = Array.from({ length: 64 }, (_, i) => {
  const [x, y] = [i & 7, i >> 3];
  let place = 0;
  for (let bit = 0; bit < 3; bit += 1) {
    const [right, down] = [(x >> bit) & 1, (y >> bit) & 1];
    place = place * 4 + ((right ^ down) * 2 + down);
  }
  return place;
});

function order({ width, height, ink }: Ink): Bitmap {
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const limit = ((BAYER[(y & 7) * 8 + (x & 7)] ?? 0) + 0.5) / 64;
      if ((ink[y * width + x] ?? 0) > limit * 255) blacken(bitmap, x, y);
    }
  return bitmap;
}

/** Floyd and Steinberg: what a dot is too black or too white by goes to its neighbours, in sixteenths 7, 3, 5 and 1. */
function diffuse({ width, height, ink }: Ink): Bitmap {
  const bitmap = createBitmap(width, height);
  // A place more at each end takes what falls off the row.
  let owed = new Float64Array(width + 2);
  let next = new Float64Array(width + 2);
  for (let y = 0; y < height; y += 1) {
    next.fill(0);
    for (let x = 0; x < width; x += 1) {
      const wanted = (ink[y * width + x] ?? 0) + (owed[x + 1] ?? 0);
      const isBlack = wanted >= 128;
      if (isBlack) blacken(bitmap, x, y);
      const rest = (wanted - (isBlack ? 255 : 0)) / 16;
      owed[x + 2] = (owed[x + 2] ?? 0) + rest * 7;
      next[x] = (next[x] ?? 0) + rest * 3;
      next[x + 1] = (next[x + 1] ?? 0) + rest * 5;
      next[x + 2] = (next[x + 2] ?? 0) + rest;
    }
    [owed, next] = [next, owed];
  }
  return bitmap;
}
