import { encodeLatin1 } from '../bytes.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import type { Deflate } from './deflate.ts';
import { createPdfObjects } from './pdf/objects.ts';

const POINTS_PER_INCH = 72;

/**
 * Rasterisers count rows from the top edge of a page, or from the bottom edge of a page of whole
 * rows. This is the maximum distance between the two grids, in rows, at which every dot maps to the
 * same row in both.
 */
const MAX_GRID_OFFSET_ROWS = 0.4;

/**
 * Inset of the picture at each edge, in dots: poppler stretches a picture that ends exactly on a
 * dot's edge over the next dot.
 */
const INSET_DOTS = 0.02;

/**
 * Whole points that hold `dots` dots: CUPS truncates custom paper to whole points, and with it a
 * row of dots.
 */
const toWholePagePoints = (dots: number, dpi: number): number => {
  const isOffGrid = (points: number): boolean => {
    const rows = (points * dpi) / POINTS_PER_INCH;
    return Math.abs(rows - Math.round(rows)) > MAX_GRID_OFFSET_ROWS;
  };
  let points = Math.ceil((dots * POINTS_PER_INCH) / dpi);
  while (isOffGrid(points)) points += 1;
  return points;
};

/**
 * Page size for a bitmap, in points. At 203, 300 and 600 dpi each side exceeds the bitmap by less
 * than three points.
 */
export const computeDotsPage = (
  { width, height }: Pick<Bitmap, 'width' | 'height'>,
  dpi: number,
): { widthPt: number; heightPt: number } => ({
  widthPt: toWholePagePoints(width, dpi),
  heightPt: toWholePagePoints(height, dpi),
});

/**
 * Writes a bitmap as a one-page PDF: one 1-bit image at its size at `dpi`, in the upper left
 * corner. A rasteriser at that resolution maps each dot to one device dot; it would widen vector
 * shapes to every dot they touch.
 */
export function bitmapToPdf(bitmap: Bitmap, dpi: number, deflate: Deflate): Uint8Array {
  const { width, height, data } = bitmap;
  const { widthPt, heightPt } = computeDotsPage(bitmap, dpi);
  const objects = createPdfObjects(deflate);
  const [catalog, pages, page] = [objects.reserve(), objects.reserve(), objects.reserve()];
  const [content, picture] = [objects.reserve(), objects.reserve()];
  // Not a stencil mask (ISO 32000-1, 8.9.6.2): some renderers paint masks like shapes, which widens
  // them.
  objects.writeStream(
    picture,
    data,
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}` +
      '/ColorSpace/DeviceGray/BitsPerComponent 1/Decode[1 0]/Interpolate false',
  );
  /** A millionth of a point is far below a dot even at the end of the longest label. */
  const convertDotsToPoints = (dots: number): number =>
    Math.round(((dots * POINTS_PER_INCH) / dpi) * 1e6) / 1e6;
  const [across, down] = [
    convertDotsToPoints(width - 2 * INSET_DOTS),
    convertDotsToPoints(height - 2 * INSET_DOTS),
  ];
  const [leftPt, up] = [
    convertDotsToPoints(INSET_DOTS),
    heightPt - convertDotsToPoints(height - INSET_DOTS),
  ];
  objects.writeStream(
    content,
    encodeLatin1(`q ${across} 0 0 ${down} ${leftPt} ${up.toFixed(6)} cm/D Do Q\n`),
  );
  objects.addObject(
    page,
    `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${widthPt} ${heightPt}]` +
      `/Resources<</XObject<</D ${picture} 0 R>>>>/Contents ${content} 0 R>>`,
  );
  objects.addObject(pages, `<</Type/Pages/Count 1/Kids[${page} 0 R]>>`);
  objects.addObject(catalog, `<</Type/Catalog/Pages ${pages} 0 R>>`);
  objects.close(`/Root ${catalog} 0 R`);
  return objects.drainBytes();
}
