import { LabelError } from '../errors.ts';
import type { Picture } from '../image/picture.ts';
import { readPng } from '../image/png.ts';
import { readPngHeader } from '../image/png-header.ts';
import { dotsPerMm } from '../layout/place.ts';
import { base64Bytes } from '../output/base64.ts';
import type { Deflate } from '../output/deflate.ts';
import { bitmapToPng } from '../output/png.ts';
import { type Bitmap, createBitmap } from '../raster/bitmap.ts';
import { toLatin1 } from '../zpl/lexer.ts';
import type { Dpi, ImageElement, Rotation, Template } from '../template.ts';

/** The label a picture is printed on, and the pictures a template may hold. */
export type PictureStock = {
  widthMm: number;
  heightMm: number;
  dpi: Dpi;
  rotation: Rotation;
  most: { images: number; characters: number };
};

/** Up to this grey a pixel is black; what is clear shows paper. */
const BLACK_BELOW = 128;

/** The label as its template sees it: a configuration may turn what is drawn. */
const turnSides = ({ widthMm, heightMm, rotation }: PictureStock): [number, number] =>
  rotation === 90 || rotation === 270 ? [heightMm, widthMm] : [widthMm, heightMm];

function checkFits(
  { width, height }: { width: number; height: number },
  stock: PictureStock,
): void {
  const k = dotsPerMm(stock.dpi);
  const [across, down] = turnSides(stock).map((mm) => Math.round(mm * k));
  if (width <= (across ?? 0) && height <= (down ?? 0)) return;
  throw new LabelError(
    'bad-image',
    `图片是 ${width} × ${height} 点，这个配置的标签在 ${stock.dpi} dpi 下只有 ${across} × ${down} 点`,
  );
}

/** Rows of a picture as dots. */
function drawDots({ width, gray, alpha }: Picture, from: number, to: number): Bitmap {
  const bitmap = createBitmap(width, to - from);
  for (let y = from; y < to; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const shown = 255 - ((255 - (gray[at] ?? 255)) * (alpha?.[at] ?? 255)) / 255;
      const place = (y - from) * bitmap.stride + (x >> 3);
      if (shown < BLACK_BELOW) bitmap.data[place] = (bitmap.data[place] ?? 0) | (0x80 >> (x & 7));
    }
  return bitmap;
}

type Band = { from: number; to: number; png: string };

/** The picture in as few bands as a template can hold; null when it cannot in so many. */
function splitBands(
  picture: Picture,
  count: number,
  deflate: Deflate,
  most: number,
): Band[] | null {
  const rows = Math.ceil(picture.height / count);
  const bands: Band[] = [];
  for (let from = 0; from < picture.height; from += rows) {
    const to = Math.min(picture.height, from + rows);
    const png = toLatin1(base64Bytes(bitmapToPng(drawDots(picture, from, to), deflate)));
    if (png.length > most) return null;
    bands.push({ from, to, png });
  }
  return bands;
}

const createElement = (
  picture: Picture,
  { from, to }: Band,
  i: number,
  k: number,
): ImageElement => ({
  type: 'image',
  id: `picture-${i}`,
  image: `picture-${i}`,
  xMm: 0,
  yMm: from / k,
  widthMm: picture.width / k,
  heightMm: (to - from) / k,
  rotation: 0,
  fit: 'stretch',
  dither: 'threshold',
});

/**
 * A picture as a template of its label: a dot a pixel, from the upper left corner. Its header is looked at before anything is
 * unpacked.
 * Throws LabelError `bad-image` for what is no PNG we take, larger than the label, or too much for a template.
 */
export function createPictureTemplate(
  bytes: Uint8Array,
  stock: PictureStock,
  deflate: Deflate,
): { template: Template; width: number; height: number } {
  checkFits(readPngHeader(bytes), stock);
  const picture = readPng(bytes);
  const { images: mostImages, characters } = stock.most;
  for (let count = 1; count <= mostImages; count += 1) {
    const bands = splitBands(picture, count, deflate, characters);
    if (!bands) continue;
    const k = dotsPerMm(stock.dpi);
    const [widthMm, heightMm] = turnSides(stock);
    const template: Template = {
      version: 1,
      widthMm,
      heightMm,
      fields: [],
      elements: bands.map((band, i) => createElement(picture, band, i, k)),
      images: bands.map(({ png }, i) => ({ id: `picture-${i}`, png })),
    };
    return { template, width: picture.width, height: picture.height };
  }
  throw new LabelError('bad-image', '图片的点子太碎，存不下：先转成黑白，或者小一点');
}
