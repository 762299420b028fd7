import { createBitmap, dotAt, fillSpan } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import type { GraphicContent } from '../label.ts';

/** Each dot of a picture as many dots as it is magnified, and no more of it than there is room for. */
export function magnified(
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
        if (dotAt(bitmap, x, y / down))
          fillSpan(large.data, row, x * across, Math.min(width, (x + 1) * across));
  }
  return large;
}
