import type { PlacedBox } from '../../layout/place.ts';
import type { ShapeElement } from '../../template.ts';
import { placeField } from '../draw/place.ts';
import type { BoxContent, DiagonalContent, EllipseContent, ZplField } from '../label.ts';
import { buildElementBox, convertDotsToMm } from './context.ts';
import type { TemplateContext } from './context.ts';

/**
 * Converts a shape to an element: boxes and lines match exactly in dots, diagonals approximately.
 */
export function buildShapeElement(
  context: TemplateContext,
  field: ZplField,
  content: BoxContent | EllipseContent | DiagonalContent,
): ShapeElement {
  const { width, height, line } = content;
  const { dotsPerMm } = context;
  const placedBox = placeField(field, { width, height, base: height });
  if (content.kind === 'diagonal') return buildSlantedLine(context, placedBox, content);
  const box = buildElementBox(context, placedBox, { x0: 0, y0: 0, x1: width, y1: height });
  // Filled when the lines of opposite sides meet.
  const lineMm = line * 2 >= Math.min(width, height) ? 0 : convertDotsToMm(line, dotsPerMm);
  if (content.kind === 'ellipse') return { type: 'ellipse', ...box, lineMm };
  const radius = (content.round * Math.min(width, height)) / 16;
  const radiusMm = convertDotsToMm(radius, dotsPerMm);
  return { type: 'rect', ...box, lineMm, ...(radius > 0 ? { radiusMm } : {}) };
}

/** A line from corner to corner; its thickness is measured across it instead of along a row. */
function buildSlantedLine(
  context: TemplateContext,
  placedBox: PlacedBox,
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
    ...buildElementBox(context, placedBox, rect),
    lineMm: convertDotsToMm(thick, dotsPerMm),
    angleDeg,
  };
}
