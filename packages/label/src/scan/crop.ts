import { type Bitmap, createBitmap, dotAt, fillSpan } from '../raster/bitmap.ts';
import type { DotRect, MatrixOp } from '../scene.ts';

/** A part of a bitmap; what of it is outside the bitmap is white. */
export function cropBitmap(bitmap: Bitmap, { x0, y0, x1, y1 }: DotRect): Bitmap {
  const out = createBitmap(x1 - x0, y1 - y0);
  const shift = x0 & 7;
  const from = (x0 - shift) / 8;
  // Bits past the last dot of a row are none of it.
  const lastMask = (0xff << (-out.width & 7)) & 0xff;
  const byteAt = (y: number, at: number): number =>
    y < 0 || y >= bitmap.height || at < 0 || at >= bitmap.stride
      ? 0
      : (bitmap.data[y * bitmap.stride + at] ?? 0);
  for (let y = 0; y < out.height; y += 1) {
    for (let i = 0; i < out.stride; i += 1) {
      const pair = (byteAt(y0 + y, from + i) << 8) | byteAt(y0 + y, from + i + 1);
      const byte = (pair >> (8 - shift)) & 0xff;
      out.data[y * out.stride + i] = i === out.stride - 1 ? byte & lastMask : byte;
    }
  }
  return out;
}

/** Every `factor`-th dot, from the middle of each square of so many. */
export function thinned(bitmap: Bitmap, factor: number): Bitmap {
  if (factor === 1) return bitmap;
  const out = createBitmap(Math.floor(bitmap.width / factor), Math.floor(bitmap.height / factor));
  const middle = factor >> 1;
  for (let y = 0; y < out.height; y += 1)
    for (let x = 0; x < out.width; x += 1)
      if (dotAt(bitmap, x * factor + middle, y * factor + middle))
        fillSpan(out.data, y * out.stride, x, x + 1);
  return out;
}

/** What a head makes of dots that were taken from `own`, a part of the bitmap: each runs as far, to the other sides. */
export function spreadBack(
  bitmap: Bitmap,
  own: Bitmap,
  { left, top, right, bottom }: NonNullable<MatrixOp['shrink']>,
): Bitmap {
  const out = { ...bitmap, data: bitmap.data.slice() };
  for (let y = 0; y < bitmap.height; y += 1)
    for (let x = 0; x < bitmap.width; x += 1) {
      // What covers a dot of its own with white leaves nothing to run.
      if (!dotAt(own, x, y) || !dotAt(bitmap, x, y)) continue;
      const [from, to] = [Math.max(0, x - left), Math.min(out.width, x + right + 1)];
      for (let row = Math.max(0, y - top); row <= Math.min(out.height - 1, y + bottom); row += 1)
        fillSpan(out.data, row * out.stride, from, to);
    }
  return out;
}
