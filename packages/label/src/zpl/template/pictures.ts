import { trimBitmap } from '../../image/turn.ts';
import { base64Bytes } from '../../output/base64.ts';
import type { Deflate } from '../../output/deflate.ts';
import { bitmapToPng } from '../../output/png.ts';
import { createBitmap } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import type { ImageElement, TemplateImage } from '../../template.ts';
import { createPaper } from '../draw/draw.ts';
import type { ZplField } from '../label.ts';
import { toLatin1 } from '../lexer.ts';
import { getBox } from './context.ts';
import type { TemplateContext } from './context.ts';

export type Pictures = { elements: ImageElement[]; images: TemplateImage[] };

/** Dots and where on the label they begin. */
type Piece = { left: number; top: number; bitmap: Bitmap };

/**
 * The dots of fields as pictures of a template: a picture for each field, where there are few and none needs what lies
 * under it; else all of them together, in as few pictures one below the other as have room for them.
 */
export function listPictures(
  context: TemplateContext,
  dots: readonly ZplField[],
  deflate: Deflate,
): Pictures {
  const { label, limits, tell } = context;
  const kept = new Set(dots);
  // In the order of the label.
  const fields = label.fields.filter((field) => kept.has(field));
  const isApart = fields.length <= limits.images && fields.every(({ ink }) => ink === 'black');
  const apart = isApart ? fields.flatMap((field) => drawn(context, [field]) ?? []) : undefined;
  if (apart !== undefined) {
    const made = asPictures(context, apart, deflate);
    if (made !== undefined) return made;
  }
  const whole = drawn(context, fields);
  for (let count = 1; whole !== undefined && count <= limits.images; count += 1) {
    const made = asPictures(context, listStrips(whole, count), deflate);
    if (made !== undefined) return made;
  }
  const [first] = fields;
  if (first && whole) tell('error', first.place, '图形太大，模板里放不下，没有保留');
  return { elements: [], images: [] };
}

/** What some fields draw; undefined when that is nothing. */
function drawn(
  { label, fonts, dpi }: TemplateContext,
  fields: readonly ZplField[],
): Piece | undefined {
  const paper = createPaper(label, { fonts, dpi, tell: () => undefined });
  for (const field of fields) paper.plan(field)?.();
  return trimBitmap(paper.bitmap);
}

/** Undefined when a piece is too large for a template. */
function asPictures(
  context: TemplateContext,
  pieces: readonly Piece[],
  deflate: Deflate,
): Pictures | undefined {
  const pngs = pieces.map(({ bitmap }) => toLatin1(base64Bytes(bitmapToPng(bitmap, deflate))));
  if (pngs.some((png) => png.length > context.limits.imageLength)) return undefined;
  const images = pngs.map((png, i) => ({ id: `图形${i + 1}`, png }));
  const elements = pieces.map(({ left, top, bitmap }, i): ImageElement => {
    const { width, height } = bitmap;
    const rect = { x0: left, y0: top, x1: left + width, y1: top + height };
    // On the label itself: what is told of is its own box.
    const onLabel = { box: { x0: 0, y0: 0, x1: 0, y1: 0 }, rotation: 0, width, height } as const;
    const box = getBox(context, onLabel, rect);
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

/** Cut into so many of about the same height. */
function listStrips({ left, top, bitmap }: Piece, count: number): Piece[] {
  const step = Math.ceil(bitmap.height / count);
  const strips: Piece[] = [];
  for (let y = 0; y < bitmap.height; y += step) {
    const strip = createBitmap(bitmap.width, Math.min(step, bitmap.height - y));
    strip.data.set(bitmap.data.subarray(y * bitmap.stride, (y + strip.height) * bitmap.stride));
    strips.push({ left, top: top + y, bitmap: strip });
  }
  return strips;
}
