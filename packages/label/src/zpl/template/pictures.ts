import { trimBitmap } from '../../image/turn.ts';
import { encodeBase64 } from '../../output/base64.ts';
import type { Deflate } from '../../output/deflate.ts';
import { bitmapToPng } from '../../output/png.ts';
import { createBitmap } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import type { ImageElement, TemplateImage } from '../../template.ts';
import { createDrawingPaper } from '../draw/draw.ts';
import type { ZplField } from '../label.ts';
import { decodeLatin1 } from '../lexer.ts';
import { buildElementBox } from './context.ts';
import type { TemplateContext } from './context.ts';

export type Pictures = { elements: ImageElement[]; images: TemplateImage[] };

/** A bitmap and its position on the label. */
type Piece = { left: number; top: number; bitmap: Bitmap };

/**
 * Converts fields to pictures of a template. One picture per field if there are few and none
 * depends on what lies below; otherwise all fields together, split into as few horizontal strips as
 * fit the limits.
 */
export function buildTemplatePictures(
  context: TemplateContext,
  dots: readonly ZplField[],
  deflate: Deflate,
): Pictures {
  const { label, limits, report } = context;
  const dotFields = new Set(dots);
  // In the order of the label.
  const fields = label.fields.filter((field) => dotFields.has(field));
  const isApart = fields.length <= limits.images && fields.every(({ ink }) => ink === 'black');
  const apart = isApart
    ? fields.flatMap((field) => drawFieldsAsPiece(context, [field]) ?? [])
    : undefined;
  if (apart !== undefined) {
    const pictures = convertPiecesToPictures(context, apart, deflate);
    if (pictures !== undefined) return pictures;
  }
  const wholePiece = drawFieldsAsPiece(context, fields);
  for (let count = 1; wholePiece !== undefined && count <= limits.images; count += 1) {
    const pictures = convertPiecesToPictures(context, splitIntoStrips(wholePiece, count), deflate);
    if (pictures !== undefined) return pictures;
  }
  const [first] = fields;
  if (first && wholePiece) report('error', first.place, '图形太大，模板里放不下，没有保留');
  return { elements: [], images: [] };
}

/** Draws some fields; undefined when they are blank. */
function drawFieldsAsPiece(
  { label, fonts, dpi }: TemplateContext,
  fields: readonly ZplField[],
): Piece | undefined {
  const paper = createDrawingPaper(label, { fonts, dpi, tell: () => undefined });
  for (const field of fields) paper.planField(field)?.();
  return trimBitmap(paper.bitmap);
}

/** Returns undefined when a piece exceeds the limits of a template. */
function convertPiecesToPictures(
  context: TemplateContext,
  pieces: readonly Piece[],
  deflate: Deflate,
): Pictures | undefined {
  const pngs = pieces.map(({ bitmap }) => decodeLatin1(encodeBase64(bitmapToPng(bitmap, deflate))));
  if (pngs.some((png) => png.length > context.limits.imageLength)) return undefined;
  const images = pngs.map((png, i) => ({ id: `图形${i + 1}`, png }));
  const elements = pieces.map(({ left, top, bitmap }, i): ImageElement => {
    const { width, height } = bitmap;
    const rect = { x0: left, y0: top, x1: left + width, y1: top + height };
    // The piece's coordinates are already those of the label.
    const onLabel = { box: { x0: 0, y0: 0, x1: 0, y1: 0 }, rotation: 0, width, height } as const;
    const box = buildElementBox(context, onLabel, rect);
    return {
      type: 'image',
      ...box,
      image: images[i]?.id ?? '',
      fit: 'stretch',
      dither: 'threshold',
    };
  });
  return { elements, images };
}

/** Splits a piece into strips of about equal height. */
function splitIntoStrips({ left, top, bitmap }: Piece, count: number): Piece[] {
  const step = Math.ceil(bitmap.height / count);
  const strips: Piece[] = [];
  for (let y = 0; y < bitmap.height; y += step) {
    const strip = createBitmap(bitmap.width, Math.min(step, bitmap.height - y));
    strip.data.set(bitmap.data.subarray(y * bitmap.stride, (y + strip.height) * bitmap.stride));
    strips.push({ left, top: top + y, bitmap: strip });
  }
  return strips;
}
