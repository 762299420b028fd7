import type { Deflate } from './deflate.ts';
import { bitmapToPng, grayToPng } from './png.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { isBlackAndWhite } from '../image/tone.ts';

/** Grey values of a picture, 0 black to 255 white, row by row. */
export type Gray = { width: number; height: number; gray: Uint8Array };

function toBitmap({ width, height, gray }: Gray): Bitmap {
  const stride = Math.ceil(width / 8);
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((gray[y * width + x] ?? 255) >= 128) continue;
      const at = y * stride + (x >> 3);
      data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
    }
  return { width, height, stride, data };
}

/** Encodes greys as PNG, black and white with one bit per pixel. */
export function encodeGrayAsPng(picture: Gray, deflate: Deflate): Uint8Array {
  return isBlackAndWhite(picture.gray)
    ? bitmapToPng(toBitmap(picture), deflate)
    : grayToPng(picture, deflate);
}

/** Converts RGBA pixels to luma on white, the colour of paper. */
export function convertToGray({
  width,
  height,
  data,
}: {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}): Gray {
  const gray = new Uint8Array(width * height);
  for (let i = 0; i < gray.length; i += 1) {
    const [red, green, blue] = [data[4 * i] ?? 0, data[4 * i + 1] ?? 0, data[4 * i + 2] ?? 0];
    const opacity = (data[4 * i + 3] ?? 255) / 255;
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    gray[i] = Math.round(255 + (luma - 255) * opacity);
  }
  return { width, height, gray };
}
