import type { Placed } from '../../layout/place.ts';
import type { ShapeElement } from '../../template.ts';
import { placeField } from '../draw/place.ts';
import type { BoxContent, DiagonalContent, EllipseContent, ZplField } from '../label.ts';
import { getBox, toMm } from './context.ts';
import type { TemplateContext } from './context.ts';

/** A figure as one of ours: boxes and lines on the same dots, slanting lines nearly. */
export function shapeElement(
  context: TemplateContext,
  field: ZplField,
  content: BoxContent | EllipseContent | DiagonalContent,
): ShapeElement {
  const { width, height, line } = content;
  const { dotsPerMm } = context;
  const placed = placeField(field, { width, height, base: height });
  if (content.kind === 'diagonal') return slant(context, placed, content);
  const box = getBox(context, placed, { x0: 0, y0: 0, x1: width, y1: height });
  // Filled where both sides of its line meet.
  const lineMm = line * 2 >= Math.min(width, height) ? 0 : toMm(line, dotsPerMm);
  if (content.kind === 'ellipse') return { type: 'ellipse', ...box, lineMm };
  const radius = (content.round * Math.min(width, height)) / 16;
  const radiusMm = toMm(radius, dotsPerMm);
  return { type: 'rect', ...box, lineMm, ...(radius > 0 ? { radiusMm } : {}) };
}

/** From corner to corner, its thickness measured across it instead of along a row. */
function slant(
  context: TemplateContext,
  placed: Placed,
  { width, height, line, rises }: DiagonalContent,
): ShapeElement {
  const length = Math.sqrt(width * width + height * height);
  const thick = Math.max(1, (line * height) / Math.max(1, length));
  const [x, y] = [(width + line) / 2, height / 2];
  const rect = { x0: x - length / 2, x1: x + length / 2, y0: y - thick / 2, y1: y + thick / 2 };
  const degrees = (Math.atan2(height, width) * 180) / Math.PI;
  const angleDeg = Math.round((rises ? -degrees : degrees) * 100) / 100;
  const { dotsPerMm } = context;
  return {
    type: 'line',
    ...getBox(context, placed, rect),
    lineMm: toMm(thick, dotsPerMm),
    angleDeg,
  };
}
