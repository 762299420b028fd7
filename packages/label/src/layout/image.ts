import { LabelError } from '../errors.ts';
import { ditherToBitmap } from '../image/dither.ts';
import type { Picture } from '../image/picture.ts';
import { scalePicture, rotateInkByAngle } from '../image/scale.ts';
import { trimBitmap, type Trimmed, turnBitmap } from '../image/turn.ts';
import { describeElement } from '../placeholders.ts';
import type { ImageElement } from '../template.ts';
import type { LayoutContext } from './context.ts';
import { resolvePictureName } from './content.ts';
import { reportLayoutError, spendLayoutBudget } from './context.ts';
import { computeSinCos } from './outlines.ts';
import { type PlacedBox, toMediaRect } from './place.ts';

/** Budget cost of a picture dot, see `spendLayoutBudget`: allows twice the area of the largest label. */
const DOT_COST = 4;
const MAX_CACHED = 16;
const MAX_CACHED_BYTES = 1_000_000;
/** Cached bitmaps per picture: a batch has the same picture on every label. */
const bitmapsByPicture = new WeakMap<Picture, Map<string, Trimmed | undefined>>();

export function layoutImage(context: LayoutContext, element: ImageElement): void {
  const picture = findElementPicture(context, element);
  const placedBox = context.placement.place(element);
  if (picture === undefined || placedBox.width < 1 || placedBox.height < 1) return;
  spendLayoutBudget(context, {
    glyphDots: countDotsToProcess(picture, element, placedBox) * DOT_COST,
  });
  const trimmedDrawing = drawPictureWithCache(picture, element, placedBox);
  if (trimmedDrawing === undefined) return;
  const { left, top, bitmap } = trimmedDrawing;
  const rect = { x0: left, y0: top, x1: left + bitmap.width, y1: top + bitmap.height };
  const { x0, y0 } = toMediaRect(placedBox, rect);
  const turnedBitmap = turnBitmap(bitmap, placedBox.rotation);
  context.ops.push({ kind: 'image', elementId: element.id, x: x0, y: y0, bitmap: turnedBitmap });
}

/**
 * Number of dots to process, also on a cache hit. It is the larger of the box and the picture, or
 * of the bounding box after rotation, which for a thin box is many times its own area.
 */
function countDotsToProcess(
  picture: Picture,
  { angleDeg = 0 }: ImageElement,
  { width, height }: PlacedBox,
): number {
  const unrotatedDots = Math.max(width, picture.width) * Math.max(height, picture.height);
  if (angleDeg % 360 === 0) return unrotatedDots;
  const { sin, cos } = computeSinCos(angleDeg);
  const [across, down] = [Math.abs(sin), Math.abs(cos)];
  return Math.max(
    unrotatedDots,
    (width * down + height * across) * (width * across + height * down),
  );
}

/** The picture that the content names for this label. */
function findLibraryPicture(context: LayoutContext, element: ImageElement): Picture | undefined {
  const name = resolvePictureName(context, element);
  if (name === '') return undefined;
  const picture = context.pictures?.find(name);
  if (picture === 'waiting')
    reportLayoutError(context, element, 'image-waiting', `图片“${name}”还没画：它还没取到`);
  else if (picture === undefined)
    reportLayoutError(context, element, 'image-missing', `图片库里没有“${name}”，未画出`);
  return picture === 'waiting' ? undefined : picture;
}

function findElementPicture(context: LayoutContext, element: ImageElement): Picture | undefined {
  if (element.content !== undefined) return findLibraryPicture(context, element);
  const name = describeElement(element);
  try {
    const picture = context.images.get(element.image);
    if (picture === undefined)
      reportLayoutError(context, element, 'image-missing', `${name}没有找到，未画出`);
    return picture;
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    reportLayoutError(context, element, 'image-broken', `${name}打不开，未画出：${error.message}`);
    return undefined;
  }
}

function drawPictureWithCache(
  picture: Picture,
  element: ImageElement,
  { width, height }: PlacedBox,
): Trimmed | undefined {
  const { fit, dither, threshold = 128, inverse = false, angleDeg = 0 } = element;
  const key = [width, height, fit, dither, threshold, inverse, angleDeg].join(' ');
  const cachedDrawings = bitmapsByPicture.get(picture) ?? new Map<string, Trimmed | undefined>();
  bitmapsByPicture.set(picture, cachedDrawings);
  if (cachedDrawings.has(key)) return cachedDrawings.get(key);
  const straight = scalePicture(picture, { width, height, fit, inverse });
  const ink = angleDeg % 360 === 0 ? straight : rotateInkByAngle(straight, computeSinCos(angleDeg));
  const trimmed = trimBitmap(ditherToBitmap(ink, dither, threshold));
  const trimmedDrawing = trimmed && {
    ...trimmed,
    left: trimmed.left + Math.floor((width - ink.width) / 2),
    top: trimmed.top + Math.floor((height - ink.height) / 2),
  };
  if (cachedDrawings.size >= MAX_CACHED) cachedDrawings.clear();
  if ((trimmedDrawing?.bitmap.data.length ?? 0) <= MAX_CACHED_BYTES)
    cachedDrawings.set(key, trimmedDrawing);
  return trimmedDrawing;
}
