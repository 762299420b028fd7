import type { Bitmap } from '../raster/bitmap.ts';

/** Grey picture of a print, 0 black to 255 white. */
export type Print = { width: number; height: number; grey: Uint8Array };

/** Pixels a dot, across and down. */
export const PIXELS = 3;

/** Pixels of ink, of nine around a pixel and itself, from which on it is black. */
const HALF = 5;

/**
 * What a thermal head makes of dots: each spreads by `spread` thirds of a dot (0 to 3, one when left out) to the right
 * and along the feed, where it cools slowly; the paper blurs the edges over a pixel on each side, and a scanner decides
 * at half. `PIXELS` pixels a dot.
 */
export function printed(dots: Bitmap, spread = 1): Print {
  const [across, down] = [dots.width * PIXELS, dots.height * PIXELS];
  const grey = new Uint8Array(across * down).fill(255);
  const rows = inkRows(dots, spread);
  for (let y = 1; y < down - 1; y += 1) {
    const [above, ink, below] = [rows[y - 1], rows[y], rows[y + 1]];
    if (above === undefined || ink === undefined || below === undefined) continue;
    const at = y * across;
    const isAsBefore = y > 1 && above === rows[y - 2] && ink === above && below === ink;
    // The rows of a bar, and most of a module's, are alike.
    if (isAsBefore) grey.copyWithin(at, at - across, at);
    else blurRow(above, ink, below, grey.subarray(at, at + across));
  }
  return { width: across, height: down, grey };
}

/** Sums over columns of three, two of which the next pixel has in common. */
function blurRow(above: Uint8Array, ink: Uint8Array, below: Uint8Array, grey: Uint8Array): void {
  const columnAt = (x: number): number => (above[x] ?? 0) + (ink[x] ?? 0) + (below[x] ?? 0);
  let [left, middle] = [columnAt(0), columnAt(1)];
  for (let x = 1; x < grey.length - 1; x += 1) {
    const right = columnAt(x + 1);
    if (left + middle + right >= HALF) grey[x] = 0;
    left = middle;
    middle = right;
  }
}

/** Each row of pixels, 1 where there is ink; rows that are alike and follow each other are one array. */
function inkRows(dots: Bitmap, spread: number): Uint8Array[] {
  const rows: Uint8Array[] = [];
  let above: Uint8Array | undefined;
  for (let y = 0; y < dots.height; y += 1) {
    const own = above !== undefined && isAsAbove(dots, y) ? above : inkRow(dots, y, spread);
    const joined = above === undefined || above === own ? own : either(above, own);
    for (let row = 0; row < PIXELS; row += 1) rows.push(row < spread ? joined : own);
    above = own;
  }
  return rows;
}

function isAsAbove({ stride, data }: Bitmap, y: number): boolean {
  for (let i = y * stride; i < (y + 1) * stride; i += 1)
    if (data[i] !== data[i - stride]) return false;
  return true;
}

function inkRow({ width, stride, data }: Bitmap, y: number, spread: number): Uint8Array {
  const ink = new Uint8Array(width * PIXELS);
  for (let x = 0; x < width; x += 1) {
    const isBlack = ((data[y * stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
    // Past the end of the row nothing is written.
    if (isBlack) ink.fill(1, x * PIXELS, (x + 1) * PIXELS + spread);
  }
  return ink;
}

function either(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = Uint8Array.from(a);
  for (let x = 0; x < out.length; x += 1) if (b[x] === 1) out[x] = 1;
  return out;
}

/** What a camera sees that has a pixel for `factor` × `factor` of the picture's: their mean. */
export function seen({ width, height, grey }: Print, factor: number): Print {
  if (factor === 1) return { width, height, grey };
  const [across, down] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  const out = new Uint8Array(across * down);
  for (let y = 0; y < down; y += 1) {
    const [from, to] = [y * factor, Math.min(height, (y + 1) * factor)];
    const sums = columnSums(grey.subarray(from * width, to * width), width);
    for (let x = 0; x < across; x += 1) {
      const end = Math.min(width, (x + 1) * factor);
      let sum = 0;
      for (let px = x * factor; px < end; px += 1) sum += sums[px] ?? 0;
      out[y * across + x] = Math.round(sum / ((to - from) * (end - x * factor)));
    }
  }
  return { width: across, height: down, grey: out };
}

/** Of some rows: what each column of pixels adds up to. */
function columnSums(rows: Uint8Array, width: number): Uint32Array {
  const sums = new Uint32Array(width);
  for (let from = 0; from < rows.length; from += width)
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (rows[from + x] ?? 0);
  return sums;
}

/** Pixels as a canvas's `ImageData` has them. */
export type Image = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** Of the paper around a picture, in pixels. */
const MARGIN = 12;

/** A picture with some paper around it, as RGBA. */
export function getImage({ width, height, grey }: Print): Image {
  const [across, down] = [width + 2 * MARGIN, height + 2 * MARGIN];
  const data = new Uint8ClampedArray(across * down * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    let at = ((y + MARGIN) * across + MARGIN) * 4;
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
