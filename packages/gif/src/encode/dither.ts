import type { Nearest } from '../palette/nearest.ts';
import type { Palette } from '../palette/palette.ts';
import type { Pixels } from '../picture.ts';
import type { Dither } from './options.ts';

export interface MapJob {
  readonly data: Pixels;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  readonly nearest: Nearest;
  /** Only pixels whose value is not 0 are mapped. */
  readonly wanted: Uint8Array;
  readonly out: Uint8Array;
}

/** Sets `out` to the palette index of each wanted pixel. */
export function mapPixelsToPalette(job: MapJob, dither: Dither): void {
  if (dither.kind === 'none' || dither.strength === 0) mapPixelsWithoutDither(job);
  else if (dither.kind === 'ordered') mapPixelsWithOrderedDither(job, dither.strength);
  else mapPixelsWithErrorDiffusion(job, dither.strength);
}

function mapPixelsWithoutDither({ data, nearest, wanted, out }: MapJob): void {
  let last = -1;
  let index = 0;
  for (let at = 0; at < wanted.length; at += 1) {
    if (wanted[at] === 0) continue;
    const from = at * 4;
    const r = data[from] ?? 0;
    const g = data[from + 1] ?? 0;
    const b = data[from + 2] ?? 0;
    const color = (r << 16) | (g << 8) | b;
    if (color !== last) {
      index = nearest.find(r, g, b);
      last = color;
    }
    out[at] = index;
  }
}

const SIDE = 8;

/**
 * 8 × 8 threshold matrix, −0.5 to 0.5: B. E. Bayer, “An optimum method for two-level rendition of
 * continuous-tone pictures” (1973).
 */
const PATTERN = Float32Array.from({ length: SIDE * SIDE }, (_, at) => {
  const x = at % SIDE;
  const y = (at - x) / SIDE;
  let value = 0;
  for (let bit = 0; bit < 3; bit += 1) {
    const across = (x >> bit) & 1;
    const down = (y >> bit) & 1;
    value = value * 4 + ((across ^ down) * 2 + down);
  }
  return (value + 0.5) / (SIDE * SIDE) - 0.5;
});

function mapPixelsWithOrderedDither(
  { data, width, palette, nearest, wanted, out }: MapJob,
  strength: number,
): void {
  // Approximate distance between the colours of a palette of this size.
  const spread = (strength * 256) / Math.cbrt(palette.size * 4);
  for (let at = 0; at < wanted.length; at += 1) {
    if (wanted[at] === 0) continue;
    const x = at % width;
    const y = (at - x) / width;
    const offset = (PATTERN[(y % SIDE) * SIDE + (x % SIDE)] ?? 0) * spread;
    const from = at * 4;
    out[at] = nearest.find(
      clampToByte((data[from] ?? 0) + offset),
      clampToByte((data[from + 1] ?? 0) + offset),
      clampToByte((data[from + 2] ?? 0) + offset),
    );
  }
}

/**
 * R. Floyd and L. Steinberg, “An adaptive algorithm for spatial grey scale” (1976), in serpentine
 * order.
 */
function mapPixelsWithErrorDiffusion(job: MapJob, strength: number): void {
  const { width, height } = job;
  let currentErrors = new Float32Array((width + 2) * 3);
  let below = new Float32Array((width + 2) * 3);
  for (let y = 0; y < height; y += 1) {
    mapRowWithErrorDiffusion(job, y, strength, currentErrors, below);
    [currentErrors, below] = [below, currentErrors];
    below.fill(0);
  }
}

function mapRowWithErrorDiffusion(
  { data, width, palette, nearest, wanted, out }: MapJob,
  y: number,
  strength: number,
  currentErrors: Float32Array,
  below: Float32Array,
): void {
  const step = y % 2 === 0 ? 1 : -1;
  const color = [0, 0, 0];
  for (let doneRows = 0; doneRows < width; doneRows += 1) {
    const x = step === 1 ? doneRows : width - 1 - doneRows;
    const at = y * width + x;
    if (wanted[at] === 0) continue;
    const slot = (x + 1) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      color[channel] = clampToByte(
        (data[at * 4 + channel] ?? 0) + (currentErrors[slot + channel] ?? 0),
      );
    }
    const index = nearest.find(color[0] ?? 0, color[1] ?? 0, color[2] ?? 0);
    out[at] = index;
    for (let channel = 0; channel < 3; channel += 1) {
      const error = ((color[channel] ?? 0) - (palette.rgb[index * 3 + channel] ?? 0)) * strength;
      const place = slot + channel;
      currentErrors[place + step * 3] = (currentErrors[place + step * 3] ?? 0) + (error * 7) / 16;
      below[place - step * 3] = (below[place - step * 3] ?? 0) + (error * 3) / 16;
      below[place] = (below[place] ?? 0) + (error * 5) / 16;
      below[place + step * 3] = (below[place + step * 3] ?? 0) + error / 16;
    }
  }
}

const clampToByte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));
