import { createBitmap, isBlackDot, blackenRowSpan } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import type { GraphicContent } from '../label.ts';

/** Magnifies each dot, clipped to the available room. */
export function magnifyBitmap(
  bitmap: Bitmap,
  { across, down }: Pick<GraphicContent, 'across' | 'down'>,
  room: { width: number; height: number },
): Bitmap {
  if (across === 1 && down === 1) return bitmap;
  const width = Math.min(bitmap.width * across, Math.max(1, room.width));
  const height = Math.min(bitmap.height * down, Math.max(1, room.height));
  const large = createBitmap(width, height);
  for (let y = 0; y < height; y += 1) {
    const row = y * large.stride;
    if (y % down > 0) large.data.copyWithin(row, row - large.stride, row);
    else
      for (let x = 0; x * across < width; x += 1)
        if (isBlackDot(bitmap, x, y / down))
          blackenRowSpan(large.data, row, x * across, Math.min(width, (x + 1) * across));
  }
  return large;
}
