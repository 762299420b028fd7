import type { DotRect } from '../scene.ts';
import type { EllipseElement, LineElement, RectElement, ShapeElement } from '../template.ts';
import type { LayoutContext } from './context.ts';
import { ellipse, reversed, type Ring, roundedRect, getSine } from './outlines.ts';
import { type Placed, pointOnMedia, rectOnMedia } from './place.ts';

/** What a slanted or curved line is wider, so that rounding its edges never breaks it: dots. */
const ROUNDING = 1 / 8;

/** A frame is drawn inside its box, so that neighbouring boxes do not overlap. */
export function layoutRect(context: LayoutContext, element: RectElement): void {
  const placed = context.placement.place(element);
  const { box, width, height } = placed;
  const line = lineDots(context, element.lineMm);
  const isSolid = element.lineMm === 0 || line * 2 >= Math.min(width, height);
  const wanted = (element.radiusMm ?? 0) * context.placement.dotsPerMm;
  const radius = Math.min(wanted, width / 2, height / 2);
  // Under half a dot nothing of a corner would go.
  if (radius >= 0.5) {
    const inset = line + ROUNDING;
    const rings = [roundedRect(width, height, radius)];
    if (!isSolid) rings.push(reversed(roundedRect(width, height, radius, inset)));
    pushPath(context, element, { placed, rings });
    return;
  }
  if (isSolid) {
    pushRect(context, element, box);
    return;
  }
  const { x0, y0, x1, y1 } = box;
  pushRect(context, element, { x0, y0, x1, y1: y0 + line });
  pushRect(context, element, { x0, y0: y1 - line, x1, y1 });
  pushRect(context, element, { x0, y0: y0 + line, x1: x0 + line, y1: y1 - line });
  pushRect(context, element, { x0: x1 - line, y0: y0 + line, x1, y1: y1 - line });
}

export function layoutEllipse(context: LayoutContext, element: EllipseElement): void {
  const placed = context.placement.place(element);
  const { width, height } = placed;
  if (width < 1 || height < 1) return;
  const line = lineDots(context, element.lineMm);
  const isSolid = element.lineMm === 0 || line * 2 >= Math.min(width, height);
  const rings = [ellipse(width, height)];
  if (!isSolid) rings.push(reversed(ellipse(width, height, line + ROUNDING)));
  pushPath(context, element, { placed, rings });
}

export function layoutLine(context: LayoutContext, element: LineElement): void {
  const placed = context.placement.place(element);
  const { width, height } = placed;
  const line = lineDots(context, element.lineMm);
  const length = Math.max(width, height);
  const degrees = (element.angleDeg ?? 0) + (width >= height ? 0 : 90);
  if (degrees % 90 === 0) {
    const [across, down] = degrees % 180 === 0 ? [length, line] : [line, length];
    // Centred before turning, so that a turned label is the same picture turned.
    const x0 = Math.floor((width - across) / 2);
    const y0 = Math.floor((height - down) / 2);
    const rect = { x0, y0, x1: x0 + across, y1: y0 + down };
    pushRect(context, element, rectOnMedia(placed, rect));
    return;
  }
  const { sin, cos } = getSine(degrees);
  const half = { length: length / 2, line: (line + ROUNDING) / 2 };
  const corner = (along: 1 | -1, across: 1 | -1): [number, number] => {
    const [x, y] = [along * half.length, across * half.line];
    return [width / 2 + x * cos - y * sin, height / 2 + x * sin + y * cos];
  };
  const ring = [...corner(-1, -1), ...corner(1, -1), ...corner(1, 1), ...corner(-1, 1)];
  pushPath(context, element, { placed, rings: [ring] });
}

function pushRect(context: LayoutContext, element: ShapeElement, rect: DotRect): void {
  if (rect.x1 > rect.x0 && rect.y1 > rect.y0)
    context.ops.push({ kind: 'rect', elementId: element.id, ...rect });
}

/** Turns rings of the content onto the media; corners become whole sixteenths before that, so that they turn exactly. */
function pushPath(
  context: LayoutContext,
  element: ShapeElement,
  { placed, rings }: { placed: Placed; rings: readonly Ring[] },
): void {
  const { rotation } = placed;
  if (placed.width < 1 && placed.height < 1) return;
  const onMedia = rings.map((ring) => {
    const turned: Ring = [];
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const point = pointOnMedia(placed, sixteenths(ring[i] ?? 0), sixteenths(ring[i + 1] ?? 0));
      turned.push(point.x, point.y);
    }
    return turned;
  });
  context.ops.push({ kind: 'path', elementId: element.id, rings: onMedia, rotation });
}

const sixteenths = (dots: number): number => Math.round(dots * 16) / 16;

/** A thinner line must not vanish at a low dpi. */
export const MIN_LINE_DOTS = 1;

export function lineDots(context: LayoutContext, lineMm: number): number {
  return Math.max(MIN_LINE_DOTS, Math.round(lineMm * context.placement.dotsPerMm));
}
