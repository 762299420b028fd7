import { GifError } from '../gif-error.ts';
import type { Pixels } from '../picture.ts';

/** For each place of a row or column of the result: where it takes from, and how much of each. */
interface Taps {
  readonly first: Int32Array;
  readonly count: number;
  readonly weights: Float32Array;
}

const MAX_SIDE = 65_535;
const FINE = 16_384;

/** sRGB (IEC 61966-2-1) to light, 0 to 1. */
const LIGHT = Float32Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Light to sRGB, by the root of the light, as dark levels lie close together. */
const LEVEL = Uint8Array.from({ length: FINE + 1 }, (_, step) => {
  const light = (step / FINE) ** 2;
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(value * 255);
});

export type Resize = (data: Pixels) => Uint8ClampedArray<ArrayBuffer>;

/**
 * Makes pictures of one size another, in light and with premultiplied alpha: what is averaged is what the eye sees
 * together, and transparent pixels lend no colour. Smaller by area, which rings nowhere and so makes no new colours;
 * larger between the two nearest.
 */
export function createResize(
  from: { readonly width: number; readonly height: number },
  to: { readonly width: number; readonly height: number },
): Resize {
  for (const side of [from.width, from.height, to.width, to.height]) {
    if (!Number.isInteger(side) || side < 1 || side > MAX_SIDE) {
      throw new GifError('badOption', { option: 'size' });
    }
  }
  const across = listTaps(from.width, to.width);
  const down = listTaps(from.height, to.height);
  const line = new Float32Array(from.width * 4);
  const narrow = new Float32Array(to.width * 4);
  const sums = new Float32Array(to.width * 4);
  return (data) => {
    if (data.length !== from.width * from.height * 4) throw new GifError('frameSize', from);
    const out = new Uint8ClampedArray(to.width * to.height * 4);
    let taken = -1;
    for (let y = 0; y < to.height; y += 1) {
      sums.fill(0);
      for (let tap = 0; tap < down.count; tap += 1) {
        const weight = down.weights[y * down.count + tap] ?? 0;
        if (weight === 0) continue;
        const row = (down.first[y] ?? 0) + tap;
        // Neighbouring rows of the result share at most the row between them.
        if (row !== taken) {
          toLight(data, row * from.width * 4, line);
          narrowRow(line, across, narrow);
          taken = row;
        }
        for (let at = 0; at < sums.length; at += 1) {
          sums[at] = (sums[at] ?? 0) + weight * (narrow[at] ?? 0);
        }
      }
      fromLight(sums, out, y * to.width * 4);
    }
    return out;
  };
}

function listTaps(from: number, to: number): Taps {
  const ratio = from / to;
  const count = to >= from ? 2 : Math.ceil(ratio) + 1;
  const first = new Int32Array(to);
  const weights = new Float32Array(to * count);
  for (let at = 0; at < to; at += 1) {
    if (to >= from) {
      const center = Math.max(0, Math.min(from - 1, (at + 0.5) * ratio - 0.5));
      const low = Math.floor(center);
      first[at] = low;
      weights[at * count] = 1 - (center - low);
      weights[at * count + 1] = center - low;
      continue;
    }
    const begin = at * ratio;
    const end = begin + ratio;
    first[at] = Math.floor(begin);
    for (let tap = 0; tap < count; tap += 1) {
      const place = Math.floor(begin) + tap;
      const share = Math.min(end, place + 1, from) - Math.max(begin, place);
      weights[at * count + tap] = share > 1e-6 ? share / ratio : 0;
    }
  }
  return { first, count, weights };
}

function toLight(data: Pixels, start: number, line: Float32Array): void {
  for (let at = 0; at < line.length; at += 4) {
    const alpha = (data[start + at + 3] ?? 0) / 255;
    line[at] = (LIGHT[data[start + at] ?? 0] ?? 0) * alpha;
    line[at + 1] = (LIGHT[data[start + at + 1] ?? 0] ?? 0) * alpha;
    line[at + 2] = (LIGHT[data[start + at + 2] ?? 0] ?? 0) * alpha;
    line[at + 3] = alpha;
  }
}

function narrowRow(line: Float32Array, { first, count, weights }: Taps, out: Float32Array): void {
  for (let x = 0; x < first.length; x += 1) {
    const from = (first[x] ?? 0) * 4;
    let r = 0;
    let g = 0;
    let b = 0;
    let alpha = 0;
    for (let tap = 0; tap < count; tap += 1) {
      const weight = weights[x * count + tap] ?? 0;
      if (weight === 0) continue;
      const at = from + tap * 4;
      r += weight * (line[at] ?? 0);
      g += weight * (line[at + 1] ?? 0);
      b += weight * (line[at + 2] ?? 0);
      alpha += weight * (line[at + 3] ?? 0);
    }
    out[x * 4] = r;
    out[x * 4 + 1] = g;
    out[x * 4 + 2] = b;
    out[x * 4 + 3] = alpha;
  }
}

function fromLight(sums: Float32Array, out: Uint8ClampedArray, start: number): void {
  for (let at = 0; at < sums.length; at += 4) {
    const alpha = sums[at + 3] ?? 0;
    if (alpha <= 0) continue;
    out[start + at] = toLevel((sums[at] ?? 0) / alpha);
    out[start + at + 1] = toLevel((sums[at + 1] ?? 0) / alpha);
    out[start + at + 2] = toLevel((sums[at + 2] ?? 0) / alpha);
    out[start + at + 3] = Math.round(alpha * 255);
  }
}

const toLevel = (light: number): number =>
  LEVEL[Math.round(Math.sqrt(Math.max(0, Math.min(1, light))) * FINE)] ?? 0;
