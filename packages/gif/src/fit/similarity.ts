import type { Pixels } from '../picture.ts';

const WINDOW = 8;
const STEP = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** Rec. 601 luma, with transparent pixels on white. */
export function computeLuma(data: Pixels): Float32Array {
  const luma = new Float32Array(data.length / 4);
  for (let at = 0; at < luma.length; at += 1) {
    const from = at * 4;
    const alpha = (data[from + 3] ?? 0) / 255;
    const opaqueLuma =
      0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
    luma[at] = 255 + (opaqueLuma - 255) * alpha;
  }
  return luma;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Scales luma with linear interpolation, as a browser displays a picture that is smaller than its
 * box.
 */
export function createLumaEnlarger(from: Size, to: Size): (luma: Float32Array) => Float32Array {
  if (from.width === to.width && from.height === to.height) return (luma) => luma;
  const across = computeInterpolationPlaces(from.width, to.width);
  const down = computeInterpolationPlaces(from.height, to.height);
  const rows = new Float32Array(to.width * from.height);
  return (luma) => {
    for (let y = 0; y < from.height; y += 1)
      widenLumaRow(luma, y * from.width, rows, y * to.width, across);
    const out = new Float32Array(to.width * to.height);
    for (let y = 0; y < to.height; y += 1) {
      const upper = (down.first[y] ?? 0) * to.width;
      const lower = (down.second[y] ?? 0) * to.width;
      interpolateLumaRows(
        rows,
        [upper, lower],
        down.share[y] ?? 0,
        out.subarray(y * to.width, (y + 1) * to.width),
      );
    }
    return out;
  };
}

/** For each position its two neighbours, and the share of the second. */
interface Places {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly share: Float32Array;
}

function computeInterpolationPlaces(from: number, to: number): Places {
  const first = new Int32Array(to);
  const second = new Int32Array(to);
  const share = new Float32Array(to);
  for (let at = 0; at < to; at += 1) {
    const center = Math.max(0, Math.min(from - 1, ((at + 0.5) * from) / to - 0.5));
    first[at] = Math.floor(center);
    second[at] = Math.min(from - 1, Math.floor(center) + 1);
    share[at] = center - Math.floor(center);
  }
  return { first, second, share };
}

function widenLumaRow(
  luma: Float32Array,
  start: number,
  out: Float32Array,
  to: number,
  { first, second, share }: Places,
): void {
  for (let x = 0; x < first.length; x += 1) {
    const firstLuma = luma[start + (first[x] ?? 0)] ?? 0;
    const secondLuma = luma[start + (second[x] ?? 0)] ?? 0;
    out[to + x] = firstLuma + (secondLuma - firstLuma) * (share[x] ?? 0);
  }
}

function interpolateLumaRows(
  rows: Float32Array,
  [upper, lower]: readonly [number, number],
  share: number,
  out: Float32Array,
): void {
  for (let x = 0; x < out.length; x += 1) {
    const upperLuma = rows[upper + x] ?? 0;
    out[x] = upperLuma + ((rows[lower + x] ?? 0) - upperLuma) * share;
  }
}

/**
 * Structural similarity of two pictures, at most 1, over windows of 8 × 8: Z. Wang and others,
 * “Image quality assessment: from error visibility to structural similarity” (2004).
 */
export function computeStructuralSimilarity(
  first: Float32Array,
  second: Float32Array,
  width: number,
  height: number,
): number {
  let sum = 0;
  let windows = 0;
  for (let y = 0; y === 0 || y + WINDOW <= height; y += STEP) {
    for (let x = 0; x === 0 || x + WINDOW <= width; x += STEP) {
      sum += computeWindowSimilarity(first, second, width, {
        x,
        y,
        right: Math.min(width, x + WINDOW),
        bottom: Math.min(height, y + WINDOW),
      });
      windows += 1;
    }
  }
  return sum / windows;
}

function computeWindowSimilarity(
  firstSamples: Float32Array,
  secondSamples: Float32Array,
  width: number,
  { x, y, right, bottom }: { x: number; y: number; right: number; bottom: number },
): number {
  let a = 0;
  let b = 0;
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let row = y; row < bottom; row += 1) {
    for (let at = row * width + x; at < row * width + right; at += 1) {
      const first = firstSamples[at] ?? 0;
      const second = secondSamples[at] ?? 0;
      a += first;
      b += second;
      aa += first * first;
      bb += second * second;
      ab += first * second;
    }
  }
  const count = (right - x) * (bottom - y);
  a /= count;
  b /= count;
  const varianceA = aa / count - a * a;
  const varianceB = bb / count - b * b;
  const covariance = ab / count - a * b;
  return (
    ((2 * a * b + C1) * (2 * covariance + C2)) /
    ((a * a + b * b + C1) * (varianceA + varianceB + C2))
  );
}
