import { latin1 } from '../bytes.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import type { Deflate } from './deflate.ts';
import { createObjects } from './pdf/objects.ts';

const POINTS_PER_INCH = 72;

/**
 * Rasterisers lay their rows from the upper edge of a page, or from the lower one of a page of whole rows: so far apart may
 * these be, rows, that each dot of a picture is nearest to the same row in both.
 */
const MAX_APART = 0.4;

/** How much smaller than its dots a picture is at each edge, dots: poppler would stretch one that ends on a dot's edge over the next. */
const INSET = 0.02;

/** Whole points that hold so many dots: CUPS cuts parts of a point off custom paper, and a row of dots with them. */
const toPagePoints = (dots: number, dpi: number): number => {
  const isApart = (points: number): boolean => {
    const rows = (points * dpi) / POINTS_PER_INCH;
    return Math.abs(rows - Math.round(rows)) > MAX_APART;
  };
  let points = Math.ceil((dots * POINTS_PER_INCH) / dpi);
  while (isApart(points)) points += 1;
  return points;
};

/** The page that so many dots are put on, points; at 203, 300 and 600 dpi each side is less than three points longer than they are. */
export const dotsPage = (
  { width, height }: Pick<Bitmap, 'width' | 'height'>,
  dpi: number,
): { widthPt: number; heightPt: number } => ({
  widthPt: toPagePoints(width, dpi),
  heightPt: toPagePoints(height, dpi),
});

/**
 * A bitmap as a PDF of one page: one 1-bit picture, as large as its dots at `dpi`, in the upper left corner. A rasteriser of
 * that resolution puts each dot on a dot of its own; vectors of the same dots it widens by each dot they touch.
 */
export function bitmapToPdf(bitmap: Bitmap, dpi: number, deflate: Deflate): Uint8Array {
  const { width, height, data } = bitmap;
  const { widthPt, heightPt } = dotsPage(bitmap, dpi);
  const objects = createObjects(deflate);
  const [catalog, pages, page] = [objects.reserve(), objects.reserve(), objects.reserve()];
  const [content, picture] = [objects.reserve(), objects.reserve()];
  // No stencil (ISO 32000-1, 8.9.6.2): some paint one by the rule for shapes, which widens.
  objects.stream(
    picture,
    data,
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}` +
      '/ColorSpace/DeviceGray/BitsPerComponent 1/Decode[1 0]/Interpolate false',
  );
  /** A millionth of a point is far below a dot at the end of the longest label. */
  const toPoints = (dots: number): number =>
    Math.round(((dots * POINTS_PER_INCH) / dpi) * 1e6) / 1e6;
  const [across, down] = [toPoints(width - 2 * INSET), toPoints(height - 2 * INSET)];
  const [left, up] = [toPoints(INSET), heightPt - toPoints(height - INSET)];
  objects.stream(content, latin1(`q ${across} 0 0 ${down} ${left} ${up.toFixed(6)} cm/D Do Q\n`));
  objects.plain(
    page,
    `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${widthPt} ${heightPt}]` +
      `/Resources<</XObject<</D ${picture} 0 R>>>>/Contents ${content} 0 R>>`,
  );
  objects.plain(pages, `<</Type/Pages/Count 1/Kids[${page} 0 R]>>`);
  objects.plain(catalog, `<</Type/Catalog/Pages ${pages} 0 R>>`);
  objects.close(`/Root ${catalog} 0 R`);
  return objects.take();
}
