import { Bitmap } from '../works/bitmap.ts';
import type { Mark, Settings } from './settings.ts';

type Place = { x: number; y: number };

/** BAR, ERASE and REVERSE. */
export const createAreaMark =
  (
    { x, y, width, height }: Place & { width: number; height: number },
    how: 'black' | 'white' | 'flip',
    origin: Place,
  ): Mark =>
  (bitmap) => {
    const right = Math.min(x + origin.x + width, bitmap.width);
    const bottom = Math.min(y + origin.y + height, bitmap.height);
    for (let row = Math.max(y + origin.y, 0); row < bottom; row++)
      for (let column = Math.max(x + origin.x, 0); column < right; column++)
        bitmap.mark(column, row, how !== 'white', how === 'flip');
  };

/** `BOX x,y,x_end,y_end,thickness` */
export const createBoxMark = (
  [x = 0, y = 0, right = 0, bottom = 0, line = 1]: readonly number[],
  origin: Place,
): Mark => {
  const width = right - x;
  const height = bottom - y;
  const sides = [
    { x, y, width, height: line },
    { x, y: bottom - line, width, height: line },
    { x, y, width: line, height },
    { x: right - line, y, width: line, height },
  ].map((side) => createAreaMark(side, 'black', origin));
  return (bitmap) => {
    for (const side of sides) side(bitmap);
  };
};

/** BITMAP: zero bits are black; mode 0 overwrites, 1 is OR, 2 is XOR. */
export const createOverlayMark =
  (
    [x = 0, y = 0, width = 0, height = 0, mode = 0]: readonly number[],
    dots: Uint8Array,
    origin: Place,
  ): Mark =>
  (bitmap) => {
    for (let at = 0; at < width * height * 8; at++) {
      const black = ((dots[at >> 3] ?? 0) & (0x80 >> (at & 7))) === 0;
      if (!black && mode > 0) continue;
      const column = x + origin.x + (at % (width * 8));
      const row = y + origin.y + Math.floor(at / (width * 8));
      bitmap.mark(column, row, black, mode === 2);
    }
  };

/** Rotates and mirrors as DIRECTION says. */
export const turnBitmap = (bitmap: Bitmap, { turned, mirrored }: Settings['direction']): Bitmap => {
  if (!turned && !mirrored) return bitmap;
  const { width, height } = bitmap;
  const other = new Bitmap(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (bitmap.get(x, y))
        other.mark(
          turned === mirrored ? x : width - 1 - x,
          turned ? height - 1 - y : y,
          true,
          false,
        );
  return other;
};
