import type { Pixels } from '../picture.ts';

const WINDOW = 8;
const STEP = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** Luma of Rec. 601; what is transparent is seen on white. */
export function lumaOf(data: Pixels): Float32Array {
  const luma = new Float32Array(data.length / 4);
  for (let at = 0; at < luma.length; at += 1) {
    const from = at * 4;
    const alpha = (data[from + 3] ?? 0) / 255;
    const seen =
      0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
    luma[at] = 255 + (seen - 255) * alpha;
  }
  return luma;
}

/**
 * How alike two pictures look, up to 1: the structural similarity of Z. Wang and others, “Image quality assessment: from
 * error visibility to structural similarity” (2004), over windows of 8 × 8.
 */
export function likeness(
  one: Float32Array,
  other: Float32Array,
  width: number,
  height: number,
): number {
  let sum = 0;
  let windows = 0;
  for (let y = 0; y === 0 || y + WINDOW <= height; y += STEP) {
    for (let x = 0; x === 0 || x + WINDOW <= width; x += STEP) {
      sum += windowLikeness(one, other, width, {
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

function windowLikeness(
  one: Float32Array,
  other: Float32Array,
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
      const first = one[at] ?? 0;
      const second = other[at] ?? 0;
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
