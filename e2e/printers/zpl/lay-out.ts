import { Bitmap } from '../works/bitmap.ts';
import type { Settings } from './settings.ts';

/** Rotates and mirrors as ^PO and ^PM say. */
const turnBitmap = (bitmap: Bitmap, upsideDown: boolean, mirrored: boolean): Bitmap => {
  if (!upsideDown && !mirrored) return bitmap;
  const { width, height } = bitmap;
  const turned = new Bitmap(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (bitmap.get(x, y))
        turned.mark(
          upsideDown === mirrored ? x : width - 1 - x,
          upsideDown ? height - 1 - y : y,
          true,
          false,
        );
  return turned;
};

/** ^JMB: prints each dot as two by two. */
const enlargeBitmap = (bitmap: Bitmap, width: number, height: number): Bitmap => {
  const doubled = new Bitmap(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (bitmap.get(x >> 1, y >> 1)) doubled.mark(x, y, true, false);
  return doubled;
};

/** The label as printed. */
export const layOut = (
  settings: Settings,
  size: { width: number; height: number },
  marks: readonly ((bitmap: Bitmap) => void)[],
): Bitmap => {
  const { halved, upsideDown, mirrored } = settings;
  const drawn = halved
    ? new Bitmap(Math.ceil(size.width / 2), Math.ceil(size.height / 2))
    : new Bitmap(size.width, size.height);
  for (const mark of marks) mark(drawn);
  const fullSize = halved ? enlargeBitmap(drawn, size.width, size.height) : drawn;
  return turnBitmap(fullSize, upsideDown, mirrored);
};
