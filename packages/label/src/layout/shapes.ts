import type { DotRect } from '../scene.ts';
import type { EllipseElement, LineElement, RectElement, ShapeElement } from '../template.ts';
import type { LayoutContext } from './context.ts';
import {
  buildEllipse,
  reverseRing,
  type Ring,
  buildRoundedRect,
  computeSinCos,
} from './outlines.ts';
import { type PlacedBox, toMediaPoint, toMediaRect } from './place.ts';

/** Extra width of a slanted or curved line, in dots, so that rounding its edges never breaks it. */
const ROUNDING = 1 / 8;

/** Draws the frame inside its box, so that neighbouring boxes do not overlap. */
export function layoutRect(context: LayoutContext, element: RectElement): void {
  const placedBox = context.placement.place(element);
  const { box, width, height } = placedBox;
  const line = toLineWidthDots(context, element.lineMm);
  const isSolid = element.lineMm === 0 || line * 2 >= Math.min(width, height);
  const requestedRadius = (element.radiusMm ?? 0) * context.placement.dotsPerMm;
  const radius = Math.min(requestedRadius, width / 2, height / 2);
  // A radius below half a dot removes no dot.
  if (radius >= 0.5) {
    const inset = line + ROUNDING;
    const rings = [buildRoundedRect(width, height, radius)];
    if (!isSolid) rings.push(reverseRing(buildRoundedRect(width, height, radius, inset)));
    addPathOperation(context, element, { placed: placedBox, rings });
    return;
  }
  if (isSolid) {
    addRectOperation(context, element, box);
    return;
  }
  const { x0, y0, x1, y1 } = box;
  addRectOperation(context, element, { x0, y0, x1, y1: y0 + line });
  addRectOperation(context, element, { x0, y0: y1 - line, x1, y1 });
  addRectOperation(context, element, { x0, y0: y0 + line, x1: x0 + line, y1: y1 - line });
  addRectOperation(context, element, { x0: x1 - line, y0: y0 + line, x1, y1: y1 - line });
}

export function layoutEllipse(context: LayoutContext, element: EllipseElement): void {
  const placedBox = context.placement.place(element);
  const { width, height } = placedBox;
  if (width < 1 || height < 1) return;
  const line = toLineWidthDots(context, element.lineMm);
  const isSolid = element.lineMm === 0 || line * 2 >= Math.min(width, height);
  const rings = [buildEllipse(width, height)];
  if (!isSolid) rings.push(reverseRing(buildEllipse(width, height, line + ROUNDING)));
  addPathOperation(context, element, { placed: placedBox, rings });
}

export function layoutLineShape(context: LayoutContext, element: LineElement): void {
  const placedBox = context.placement.place(element);
  const { width, height } = placedBox;
  const line = toLineWidthDots(context, element.lineMm);
  const length = Math.max(width, height);
  const degrees = (element.angleDeg ?? 0) + (width >= height ? 0 : 90);
  if (degrees % 90 === 0) {
    const [across, down] = degrees % 180 === 0 ? [length, line] : [line, length];
    // Centred before rotation, so that a rotated label is the same picture rotated.
    const x0 = Math.floor((width - across) / 2);
    const y0 = Math.floor((height - down) / 2);
    const rect = { x0, y0, x1: x0 + across, y1: y0 + down };
    addRectOperation(context, element, toMediaRect(placedBox, rect));
    return;
  }
  const { sin, cos } = computeSinCos(degrees);
  const half = { length: length / 2, line: (line + ROUNDING) / 2 };
  const computeCorner = (alongSign: 1 | -1, across: 1 | -1): [number, number] => {
    const [x, y] = [alongSign * half.length, across * half.line];
    return [width / 2 + x * cos - y * sin, height / 2 + x * sin + y * cos];
  };
  const ring = [
    ...computeCorner(-1, -1),
    ...computeCorner(1, -1),
    ...computeCorner(1, 1),
    ...computeCorner(-1, 1),
  ];
  addPathOperation(context, element, { placed: placedBox, rings: [ring] });
}

function addRectOperation(context: LayoutContext, element: ShapeElement, rect: DotRect): void {
  if (rect.x1 > rect.x0 && rect.y1 > rect.y0)
    context.ops.push({ kind: 'rect', elementId: element.id, ...rect });
}

/**
 * Rotates rings of the content onto the media. Vertices are rounded to sixteenths of a dot first,
 * so that rotation is exact.
 */
function addPathOperation(
  context: LayoutContext,
  element: ShapeElement,
  { placed, rings }: { placed: PlacedBox; rings: readonly Ring[] },
): void {
  const { rotation } = placed;
  if (placed.width < 1 && placed.height < 1) return;
  const mediaRings = rings.map((ring) => {
    const reversedRing: Ring = [];
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const point = toMediaPoint(
        placed,
        roundToSixteenths(ring[i] ?? 0),
        roundToSixteenths(ring[i + 1] ?? 0),
      );
      reversedRing.push(point.x, point.y);
    }
    return reversedRing;
  });
  context.ops.push({ kind: 'path', elementId: element.id, rings: mediaRings, rotation });
}

const roundToSixteenths = (dots: number): number => Math.round(dots * 16) / 16;

/** Thinner lines would vanish at a low resolution. */
export const MIN_LINE_DOTS = 1;

export function toLineWidthDots(context: LayoutContext, lineMm: number): number {
  return Math.max(MIN_LINE_DOTS, Math.round(lineMm * context.placement.dotsPerMm));
}
