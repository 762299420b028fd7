import { ready } from 'zpl-renderer-js';
import { createBitmap, blackenRowSpan } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import { decodePng } from '../../testing/png.ts';
import { SIZE } from './drawing.ts';

/** Renders the fields with an independent interpreter, on a label of `SIZE`. */
export async function renderElsewhere(fields: string): Promise<Bitmap> {
  const { api } = await ready;
  const base64 = await api.zplToBase64Async(`^XA${fields}^XZ`, 60, 40, 8);
  const image = decodePng(Buffer.from(base64, 'base64'));
  const bitmap = createBitmap(SIZE.widthDots, SIZE.heightDots);
  for (let y = 0; y < bitmap.height; y += 1)
    for (let x = 0; x < bitmap.width; x += 1)
      if ((image.grey[y * image.width + x] ?? 255) < 128)
        blackenRowSpan(bitmap.data, y * bitmap.stride, x, x + 1);
  return bitmap;
}
