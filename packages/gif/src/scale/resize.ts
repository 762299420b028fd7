import { GifError } from '../gif-error.ts';
import type { Pixels } from '../picture.ts';

/** Source positions and weights for each position of a result row or column. */
interface Taps {
  readonly first: Int32Array;
  readonly count: number;
  readonly weights: Float32Array;
}

const MAX_SIDE = 65_535;
const LIGHT_STEPS = 16_384;

/** sRGB (IEC 61966-2-1) to linear light, 0 to 1. */
const LIGHT = Float32Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/**
 * Linear light to sRGB, indexed by the square root of the light, because dark levels are close
 * together.
 */
const LEVEL = Uint8Array.from({ length: LIGHT_STEPS + 1 }, (_, step) => {
  const light = (step / LIGHT_STEPS) ** 2;
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(value * 255);
});

export type Resize = (data: Pixels) => Uint8ClampedArray<ArrayBuffer>;

/**
 * Resizes pictures of one size in linear light with premultiplied alpha, so that transparent pixels
 * contribute no colour. Downscaling averages areas, which causes no ringing and therefore no new
 * colours; upscaling interpolates linearly.
 * @throws {GifError} `badOption` for a side that is not an integer from 1 to the maximum
 */
export function createPictureResizer(
  from: { readonly width: number; readonly height: number },
  to: { readonly width: number; readonly height: number },
): Resize {
  for (const side of [from.width, from.height, to.width, to.height]) {
    if (!Number.isInteger(side) || side < 1 || side > MAX_SIDE) {
      throw new GifError('badOption', { option: 'size' });
    }
  }
  const across = computeResizeTaps(from.width, to.width);
  const down = computeResizeTaps(from.height, to.height);
  const line = new Float32Array(from.width * 4);
  const narrow = new Float32Array(to.width * 4);
  const sums = new Float32Array(to.width * 4);
  return (data) => {
    if (data.length !== from.width * from.height * 4) throw new GifError('frameSize', from);
    const out = new Uint8ClampedArray(to.width * to.height * 4);
    let loadedRow = -1;
    for (let y = 0; y < to.height; y += 1) {
      sums.fill(0);
      for (let tap = 0; tap < down.count; tap += 1) {
        const weight = down.weights[y * down.count + tap] ?? 0;
        if (weight === 0) continue;
        const row = (down.first[y] ?? 0) + tap;
        // Neighbouring result rows share at most one source row.
        if (row !== loadedRow) {
          readRowAsLinearLight(data, row * from.width * 4, line);
          resampleRowWidth(line, across, narrow);
          loadedRow = row;
        }
        for (let at = 0; at < sums.length; at += 1) {
          sums[at] = (sums[at] ?? 0) + weight * (narrow[at] ?? 0);
        }
      }
      writeRowAsSrgb(sums, out, y * to.width * 4);
    }
    return out;
  };
}

function computeResizeTaps(from: number, to: number): Taps {
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

function readRowAsLinearLight(data: Pixels, start: number, line: Float32Array): void {
  for (let at = 0; at < line.length; at += 4) {
    const alpha = (data[start + at + 3] ?? 0) / 255;
    line[at] = (LIGHT[data[start + at] ?? 0] ?? 0) * alpha;
    line[at + 1] = (LIGHT[data[start + at + 1] ?? 0] ?? 0) * alpha;
    line[at + 2] = (LIGHT[data[start + at + 2] ?? 0] ?? 0) * alpha;
    line[at + 3] = alpha;
  }
}

function resampleRowWidth(
  line: Float32Array,
  { first, count, weights }: Taps,
  out: Float32Array,
): void {
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

function writeRowAsSrgb(sums: Float32Array, out: Uint8ClampedArray, start: number): void {
  for (let at = 0; at < sums.length; at += 4) {
    const alpha = sums[at + 3] ?? 0;
    if (alpha <= 0) continue;
    out[start + at] = toSrgbLevel((sums[at] ?? 0) / alpha);
    out[start + at + 1] = toSrgbLevel((sums[at + 1] ?? 0) / alpha);
    out[start + at + 2] = toSrgbLevel((sums[at + 2] ?? 0) / alpha);
    out[start + at + 3] = Math.round(alpha * 255);
  }
}

const toSrgbLevel = (light: number): number =>
  LEVEL[Math.round(Math.sqrt(Math.max(0, Math.min(1, light))) * LIGHT_STEPS)] ?? 0;
