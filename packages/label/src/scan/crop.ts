import { type Bitmap, createBitmap, isBlackDot, blackenRowSpan } from '../raster/bitmap.ts';
import type { DotRect, MatrixOp } from '../scene.ts';

/** Crops a bitmap; areas outside it are white. */
export function cropBitmap(bitmap: Bitmap, { x0, y0, x1, y1 }: DotRect): Bitmap {
  const out = createBitmap(x1 - x0, y1 - y0);
  const shift = x0 & 7;
  const from = (x0 - shift) / 8;
  // Clears the bits after the last dot of a row.
  const lastMask = (0xff << (-out.width & 7)) & 0xff;
  const readByte = (y: number, at: number): number =>
    y < 0 || y >= bitmap.height || at < 0 || at >= bitmap.stride
      ? 0
      : (bitmap.data[y * bitmap.stride + at] ?? 0);
  for (let y = 0; y < out.height; y += 1) {
    for (let i = 0; i < out.stride; i += 1) {
      const pair = (readByte(y0 + y, from + i) << 8) | readByte(y0 + y, from + i + 1);
      const byte = (pair >> (8 - shift)) & 0xff;
      out.data[y * out.stride + i] = i === out.stride - 1 ? byte & lastMask : byte;
    }
  }
  return out;
}

/** Keeps one dot per `factor` × `factor` square, from its centre. */
export function downsampleDots(bitmap: Bitmap, factor: number): Bitmap {
  if (factor === 1) return bitmap;
  const out = createBitmap(Math.floor(bitmap.width / factor), Math.floor(bitmap.height / factor));
  const middle = factor >> 1;
  for (let y = 0; y < out.height; y += 1)
    for (let x = 0; x < out.width; x += 1)
      if (isBlackDot(bitmap, x * factor + middle, y * factor + middle))
        blackenRowSpan(out.data, y * out.stride, x, x + 1);
  return out;
}

/**
 * Simulates the dot gain of a print head on a code with reduced modules: each dot of `symbolDots` spreads
 * by the reduction, towards the opposite sides.
 */
export function simulateDotGain(
  bitmap: Bitmap,
  symbolDots: Bitmap,
  { left, top, right, bottom }: NonNullable<MatrixOp['shrink']>,
): Bitmap {
  const out = { ...bitmap, data: bitmap.data.slice() };
  for (let y = 0; y < bitmap.height; y += 1)
    for (let x = 0; x < bitmap.width; x += 1) {
      // Dots covered in white do not spread.
      if (!isBlackDot(symbolDots, x, y) || !isBlackDot(bitmap, x, y)) continue;
      const [from, to] = [Math.max(0, x - left), Math.min(out.width, x + right + 1)];
      for (let row = Math.max(0, y - top); row <= Math.min(out.height - 1, y + bottom); row += 1)
        blackenRowSpan(out.data, row * out.stride, from, to);
    }
  return out;
}
