import { LabelError } from '../errors.ts';
import { dither } from '../image/dither.ts';
import type { Picture } from '../image/picture.ts';
import { scalePicture, turnInk } from '../image/scale.ts';
import { trimBitmap, type Trimmed, turnBitmap } from '../image/turn.ts';
import { describeElement } from '../placeholders.ts';
import type { ImageElement } from '../template.ts';
import type { LayoutContext } from './context.ts';
import { fail, spend } from './context.ts';
import { getSine } from './outlines.ts';
import { type Placed, rectOnMedia } from './place.ts';

/** What a dot of a picture costs of what a label may hold; see `spend`: twice the largest label in all. */
const DOT_COST = 4;
const MAX_KEPT = 16;
const MAX_KEPT_BYTES = 1_000_000;
/** Pictures as dots: a batch has the same one on every label. */
const drawings = new WeakMap<Picture, Map<string, Trimmed | undefined>>();

export function layoutImage(context: LayoutContext, element: ImageElement): void {
  const picture = getPicture(context, element);
  const placed = context.placement.place(element);
  if (picture === undefined || placed.width < 1 || placed.height < 1) return;
  spend(context, { glyphDots: dotsOfWork(picture, element, placed) * DOT_COST });
  const drawn = drawnOnce(picture, element, placed);
  if (drawn === undefined) return;
  const { left, top, bitmap } = drawn;
  const rect = { x0: left, y0: top, x1: left + bitmap.width, y1: top + bitmap.height };
  const { x0: x, y0: y } = rectOnMedia(placed, rect);
  const turned = turnBitmap(bitmap, placed.rotation);
  context.ops.push({ kind: 'image', elementId: element.id, x, y, bitmap: turned });
}

/**
 * Dots that are gone through, whether it is kept or not: those of the box, or the pixels that are put together in a box
 * smaller than the picture, or those around what is turned, which for a thin box are many times its own.
 */
function dotsOfWork(
  picture: Picture,
  { angleDeg = 0 }: ImageElement,
  { width, height }: Placed,
): number {
  const straight = Math.max(width, picture.width) * Math.max(height, picture.height);
  if (angleDeg % 360 === 0) return straight;
  const { sin, cos } = getSine(angleDeg);
  const [across, down] = [Math.abs(sin), Math.abs(cos)];
  return Math.max(straight, (width * down + height * across) * (width * across + height * down));
}

function getPicture(context: LayoutContext, element: ImageElement): Picture | undefined {
  const name = describeElement(element);
  try {
    const picture = context.images.get(element.image);
    if (picture === undefined) fail(context, element, 'image-missing', `${name}没有找到，未画出`);
    return picture;
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    fail(context, element, 'image-broken', `${name}打不开，未画出：${error.message}`);
    return undefined;
  }
}

function drawnOnce(
  picture: Picture,
  element: ImageElement,
  { width, height }: Placed,
): Trimmed | undefined {
  const { fit, dither: way, threshold = 128, inverse = false, angleDeg = 0 } = element;
  const key = [width, height, fit, way, threshold, inverse, angleDeg].join(' ');
  const known = drawings.get(picture) ?? new Map<string, Trimmed | undefined>();
  drawings.set(picture, known);
  if (known.has(key)) return known.get(key);
  const straight = scalePicture(picture, { width, height, fit, inverse });
  const ink = angleDeg % 360 === 0 ? straight : turnInk(straight, getSine(angleDeg));
  const trimmed = trimBitmap(dither(ink, way, threshold));
  const drawn = trimmed && {
    ...trimmed,
    left: trimmed.left + Math.floor((width - ink.width) / 2),
    top: trimmed.top + Math.floor((height - ink.height) / 2),
  };
  if (known.size >= MAX_KEPT) known.clear();
  if ((drawn?.bitmap.data.length ?? 0) <= MAX_KEPT_BYTES) known.set(key, drawn);
  return drawn;
}
