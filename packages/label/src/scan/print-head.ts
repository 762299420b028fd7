import type { Bitmap } from '../raster/bitmap.ts';

/** Greyscale picture of a print, 0 black to 255 white. */
export type SimulatedPrint = { width: number; height: number; grey: Uint8Array };

/** Pixels per dot in each direction. */
export const PIXELS_PER_DOT = 3;

/** Number of ink pixels in a 3 × 3 neighbourhood from which the pixel is black. */
const BLACK_THRESHOLD = 5;

/**
 * Simulates a thermal print head. Each dot spreads by `spread` thirds of a dot (0 to 3, default
 * one) to the right and along the feed, where it cools slowly. The paper blurs edges by one pixel
 * on each side, and a scanner decides at half. `PIXELS_PER_DOT` pixels per dot.
 */
export function simulateThermalPrint(dots: Bitmap, spread = 1): SimulatedPrint {
  const [across, down] = [dots.width * PIXELS_PER_DOT, dots.height * PIXELS_PER_DOT];
  const grey = new Uint8Array(across * down).fill(255);
  const rows = expandDotsToInkRows(dots, spread);
  for (let y = 1; y < down - 1; y += 1) {
    const [above, ink, below] = [rows[y - 1], rows[y], rows[y + 1]];
    if (above === undefined || ink === undefined || below === undefined) continue;
    const at = y * across;
    const isAsBefore = y > 1 && above === rows[y - 2] && ink === above && below === ink;
    // Fast path: the rows of a bar, and most rows of a module, are equal.
    if (isAsBefore) grey.copyWithin(at, at - across, at);
    else blurRowWithNeighbours(above, ink, below, grey.subarray(at, at + across));
  }
  return { width: across, height: down, grey };
}

/** Sums columns of three pixels; the next pixel shares two of the three sums. */
function blurRowWithNeighbours(
  above: Uint8Array,
  ink: Uint8Array,
  below: Uint8Array,
  grey: Uint8Array,
): void {
  const sumThreePixels = (x: number): number => (above[x] ?? 0) + (ink[x] ?? 0) + (below[x] ?? 0);
  let [leftSum, middle] = [sumThreePixels(0), sumThreePixels(1)];
  for (let x = 1; x < grey.length - 1; x += 1) {
    const right = sumThreePixels(x + 1);
    if (leftSum + middle + right >= BLACK_THRESHOLD) grey[x] = 0;
    leftSum = middle;
    middle = right;
  }
}

/** Rows of pixels, 1 for ink; consecutive equal rows share one array. */
function expandDotsToInkRows(dots: Bitmap, spread: number): Uint8Array[] {
  const rows: Uint8Array[] = [];
  let above: Uint8Array | undefined;
  for (let y = 0; y < dots.height; y += 1) {
    const ownRow =
      above !== undefined && hasSameDotsAsAbove(dots, y) ? above : buildInkRow(dots, y, spread);
    const joinedRow =
      above === undefined || above === ownRow ? ownRow : uniteInkOfRows(above, ownRow);
    for (let row = 0; row < PIXELS_PER_DOT; row += 1) rows.push(row < spread ? joinedRow : ownRow);
    above = ownRow;
  }
  return rows;
}

function hasSameDotsAsAbove({ stride, data }: Bitmap, y: number): boolean {
  for (let i = y * stride; i < (y + 1) * stride; i += 1)
    if (data[i] !== data[i - stride]) return false;
  return true;
}

function buildInkRow({ width, stride, data }: Bitmap, y: number, spread: number): Uint8Array {
  const ink = new Uint8Array(width * PIXELS_PER_DOT);
  for (let x = 0; x < width; x += 1) {
    const isBlack = ((data[y * stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
    // `fill` clips at the end of the row.
    if (isBlack) ink.fill(1, x * PIXELS_PER_DOT, (x + 1) * PIXELS_PER_DOT + spread);
  }
  return ink;
}

function uniteInkOfRows(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = Uint8Array.from(a);
  for (let x = 0; x < out.length; x += 1) if (b[x] === 1) out[x] = 1;
  return out;
}

/** Simulates a camera with one pixel per `factor` × `factor` pixels: their mean. */
export function simulateCamera(
  { width, height, grey }: SimulatedPrint,
  factor: number,
): SimulatedPrint {
  if (factor === 1) return { width, height, grey };
  const [across, down] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  const out = new Uint8Array(across * down);
  for (let y = 0; y < down; y += 1) {
    const [from, to] = [y * factor, Math.min(height, (y + 1) * factor)];
    const sums = sumPixelColumns(grey.subarray(from * width, to * width), width);
    for (let x = 0; x < across; x += 1) {
      const end = Math.min(width, (x + 1) * factor);
      let sum = 0;
      for (let px = x * factor; px < end; px += 1) sum += sums[px] ?? 0;
      out[y * across + x] = Math.round(sum / ((to - from) * (end - x * factor)));
    }
  }
  return { width: across, height: down, grey: out };
}

/** Sums each pixel column of some rows. */
function sumPixelColumns(rows: Uint8Array, width: number): Uint32Array {
  const sums = new Uint32Array(width);
  for (let from = 0; from < rows.length; from += width)
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (rows[from + x] ?? 0);
  return sums;
}

/** Pixels in the format of a canvas `ImageData`. */
export type Image = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** Paper margin around a picture, in pixels. */
const MARGIN_PIXELS = 12;

/** Converts a picture to RGBA with a margin of paper. */
export function toRgbaImageWithMargin({ width, height, grey }: SimulatedPrint): Image {
  const [across, down] = [width + 2 * MARGIN_PIXELS, height + 2 * MARGIN_PIXELS];
  const data = new Uint8ClampedArray(across * down * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    let at = ((y + MARGIN_PIXELS) * across + MARGIN_PIXELS) * 4;
    for (let x = 0; x < width; x += 1) {
      const value = grey[y * width + x] ?? 255;
      data[at] = value;
      data[at + 1] = value;
      data[at + 2] = value;
      at += 4;
    }
  }
  return { data, width: across, height: down };
}
