import { LabelError } from '../errors.ts';
import type { Picture } from '../image/picture.ts';
import { readPng } from '../image/png.ts';
import { readPngHeader } from '../image/png-header.ts';
import { getDotsPerMm } from '../layout/place.ts';
import { encodeBase64 } from '../output/base64.ts';
import type { Deflate } from '../output/deflate.ts';
import { bitmapToPng } from '../output/png.ts';
import { type Bitmap, createBitmap } from '../raster/bitmap.ts';
import { decodeLatin1 } from '../zpl/lexer.ts';
import type { Dpi, ImageElement, Rotation, Template } from '../template.ts';

/** The label a picture is printed on, and the template's limits for pictures. */
export type PictureStock = {
  widthMm: number;
  heightMm: number;
  dpi: Dpi;
  rotation: Rotation;
  most: { images: number; characters: number };
};

/** Pixels below this grey are black; transparent pixels show the paper. */
const BLACK_BELOW = 128;

/** Width and height of the template; the configuration may rotate it. */
const getRotatedStockSides = ({ widthMm, heightMm, rotation }: PictureStock): [number, number] =>
  rotation === 90 || rotation === 270 ? [heightMm, widthMm] : [widthMm, heightMm];

function checkPictureFits(
  { width, height }: { width: number; height: number },
  stock: PictureStock,
): void {
  const k = getDotsPerMm(stock.dpi);
  const [across, down] = getRotatedStockSides(stock).map((mm) => Math.round(mm * k));
  if (width <= (across ?? 0) && height <= (down ?? 0)) return;
  throw new LabelError(
    'bad-image',
    `图片是 ${width} × ${height} 点，这个配置的标签在 ${stock.dpi} dpi 下只有 ${across} × ${down} 点`,
  );
}

/** Converts rows of a picture to dots. */
function drawPictureRowsAsDots({ width, gray, alpha }: Picture, from: number, to: number): Bitmap {
  const bitmap = createBitmap(width, to - from);
  for (let y = from; y < to; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const shownGray = 255 - ((255 - (gray[at] ?? 255)) * (alpha?.[at] ?? 255)) / 255;
      const place = (y - from) * bitmap.stride + (x >> 3);
      if (shownGray < BLACK_BELOW)
        bitmap.data[place] = (bitmap.data[place] ?? 0) | (0x80 >> (x & 7));
    }
  return bitmap;
}

type Band = { from: number; to: number; png: string };

/** Splits the picture into bands; null when a band exceeds `max` characters. */
function splitPictureIntoBands(
  picture: Picture,
  count: number,
  deflate: Deflate,
  max: number,
): Band[] | null {
  const rows = Math.ceil(picture.height / count);
  const bands: Band[] = [];
  for (let from = 0; from < picture.height; from += rows) {
    const to = Math.min(picture.height, from + rows);
    const png = decodeLatin1(
      encodeBase64(bitmapToPng(drawPictureRowsAsDots(picture, from, to), deflate)),
    );
    if (png.length > max) return null;
    bands.push({ from, to, png });
  }
  return bands;
}

const createPictureBandElement = (
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
 * Creates a template that shows a picture with one dot per pixel from the upper left corner. Checks
 * the header before unpacking.
 * Throws LabelError `bad-image` when the file is not a supported PNG, is larger than the label, or
 * exceeds the limits of a template.
 */
export function createPictureTemplate(
  bytes: Uint8Array,
  stock: PictureStock,
  deflate: Deflate,
): { template: Template; width: number; height: number } {
  checkPictureFits(readPngHeader(bytes), stock);
  const picture = readPng(bytes);
  const { images: mostImages, characters } = stock.most;
  for (let count = 1; count <= mostImages; count += 1) {
    const bands = splitPictureIntoBands(picture, count, deflate, characters);
    if (!bands) continue;
    const k = getDotsPerMm(stock.dpi);
    const [widthMm, heightMm] = getRotatedStockSides(stock);
    const template: Template = {
      version: 1,
      widthMm,
      heightMm,
      fields: [],
      elements: bands.map((band, i) => createPictureBandElement(picture, band, i, k)),
      images: bands.map(({ png }, i) => ({ id: `picture-${i}`, png })),
    };
    return { template, width: picture.width, height: picture.height };
  }
  throw new LabelError('bad-image', '图片的点子太碎，存不下：先转成黑白，或者小一点');
}
