import { type Bitmap, createBitmap, dotAt } from '../raster/bitmap.ts';
import type { Rotation } from '../template.ts';

/** The part of a bitmap that has black dots, and where it begins. */
export type Trimmed = { left: number; top: number; bitmap: Bitmap };

/** Turns a bitmap clockwise. */
export function turnBitmap(bitmap: Bitmap, rotation: Rotation): Bitmap {
  if (rotation === 0) return bitmap;
  const { width, height } = bitmap;
  const turned = rotation === 180 ? createBitmap(width, height) : createBitmap(height, width);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!dotAt(bitmap, x, y)) continue;
      const tx = rotation === 90 ? height - 1 - y : rotation === 180 ? width - 1 - x : y;
      const ty = rotation === 90 ? x : rotation === 180 ? height - 1 - y : width - 1 - x;
      const at = ty * turned.stride + (tx >> 3);
      turned.data[at] = (turned.data[at] ?? 0) | (0x80 >> (tx & 7));
    }
  return turned;
}

/** Undefined when all of it is white. */
export function trimBitmap(bitmap: Bitmap): Trimmed | undefined {
  const ink = { x0: Infinity, y0: Infinity, x1: 0, y1: 0 };
  for (let y = 0; y < bitmap.height; y += 1)
    for (let x = 0; x < bitmap.width; x += 1) {
      if (!dotAt(bitmap, x, y)) continue;
      ink.x0 = Math.min(ink.x0, x);
      ink.y0 = Math.min(ink.y0, y);
      ink.x1 = Math.max(ink.x1, x + 1);
      ink.y1 = y + 1;
    }
  if (ink.x1 === 0) return undefined;
  const cut = createBitmap(ink.x1 - ink.x0, ink.y1 - ink.y0);
  for (let y = 0; y < cut.height; y += 1)
    for (let x = 0; x < cut.width; x += 1)
      if (dotAt(bitmap, ink.x0 + x, ink.y0 + y)) {
        const at = y * cut.stride + (x >> 3);
        cut.data[at] = (cut.data[at] ?? 0) | (0x80 >> (x & 7));
      }
  return { left: ink.x0, top: ink.y0, bitmap: cut };
}
