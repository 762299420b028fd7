import type { Pixels } from '../picture.ts';

/** Squared error of a pixel painted with a palette colour. */
export function computeColorError(
  data: Pixels,
  at: number,
  rgb: Uint8Array,
  index: number,
): number {
  const r = (data[at * 4] ?? 0) - (rgb[index * 3] ?? 0);
  const g = (data[at * 4 + 1] ?? 0) - (rgb[index * 3 + 1] ?? 0);
  const b = (data[at * 4 + 2] ?? 0) - (rgb[index * 3 + 2] ?? 0);
  return r * r + g * g + b * b;
}

/** Additional weight of brightness errors compared with pure colour errors. */
const BRIGHTNESS = 3;

/**
 * Perceived squared error of a pixel: brightness counts more. Never below
 * {@link computeColorError}.
 */
export function computePerceivedError(data: Pixels, at: number, rgb: Pixels, from: number): number {
  const r = (data[at * 4] ?? 0) - (rgb[from] ?? 0);
  const g = (data[at * 4 + 1] ?? 0) - (rgb[from + 1] ?? 0);
  const b = (data[at * 4 + 2] ?? 0) - (rgb[from + 2] ?? 0);
  // Integer weights for 0.299, 0.587 and 0.114, scaled by 256.
  const luma = (77 * r + 150 * g + 29 * b) >> 8;
  return r * r + g * g + b * b + BRIGHTNESS * luma * luma;
}
