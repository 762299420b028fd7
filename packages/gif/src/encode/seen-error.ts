import type { Pixels } from '../picture.ts';

/** Squared error of a pixel when it has a colour of the palette. */
export function getError(data: Pixels, at: number, rgb: Uint8Array, index: number): number {
  const r = (data[at * 4] ?? 0) - (rgb[index * 3] ?? 0);
  const g = (data[at * 4 + 1] ?? 0) - (rgb[index * 3 + 1] ?? 0);
  const b = (data[at * 4 + 2] ?? 0) - (rgb[index * 3 + 2] ?? 0);
  return r * r + g * g + b * b;
}

/** How much more an error of the brightness is seen than one of the colour alone. */
const BRIGHTNESS = 3;

/** Squared error of a pixel as it is seen: what changes its brightness counts more. At least that of {@link getError}. */
export function seenError(data: Pixels, at: number, rgb: Pixels, from: number): number {
  const r = (data[at * 4] ?? 0) - (rgb[from] ?? 0);
  const g = (data[at * 4 + 1] ?? 0) - (rgb[from + 1] ?? 0);
  const b = (data[at * 4 + 2] ?? 0) - (rgb[from + 2] ?? 0);
  // Whole numbers: 0.299, 0.587 and 0.114, of 256.
  const luma = (77 * r + 150 * g + 29 * b) >> 8;
  return r * r + g * g + b * b + BRIGHTNESS * luma * luma;
}
