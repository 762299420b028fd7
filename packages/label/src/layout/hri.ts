import { describeElement } from '../placeholders.ts';
import type { CodeElement } from '../template.ts';
import { shapeText, measureLineWidth } from '../text/shape.ts';
import { addLayoutWarning } from './context.ts';
import type { LayoutContext } from './context.ts';
import { placeGlyphs } from './glyph-run.ts';
import type { PlacedBox } from './place.ts';

/** Gap between the bars and the human readable interpretation below, in dots. */
export function computeGapAboveCodeText(sizeDots: number): number {
  return Math.max(2, Math.round(sizeDots * 0.15));
}

/** Height of the text line below the bars, including the gap, in dots. */
export function computeRoomForCodeText(sizeDots: number): number {
  return computeGapAboveCodeText(sizeDots) + Math.ceil(sizeDots * 0.95);
}

/** Height of digits and capitals, in ems. */
export const CAP_HEIGHT = 0.74;

export function warnTextShrunk(context: LayoutContext, element: CodeElement): void {
  addLayoutWarning(
    context,
    element,
    'text-shrunk',
    `${describeElement(element)}下面的文字太长，已缩小`,
  );
}

/**
 * Draws one centred line below a code that ends at `top`, in dots; shrinks text that is too wide.
 */
export function layoutTextBelowCode(
  context: LayoutContext,
  element: CodeElement,
  {
    placed,
    text,
    top,
    sizeDots,
  }: { placed: PlacedBox; text: string; top: number; sizeDots: number },
): void {
  const font = context.fonts[400];
  const { lines } = shapeText(font, text);
  const line = lines[0] ?? [];
  const max = Math.floor((placed.width * 2) / measureLineWidth(line, 0)) / 2;
  const size = Math.min(sizeDots, Math.max(1, max));
  if (size < sizeDots) warnTextShrunk(context, element);
  const start = (placed.width - measureLineWidth(line, 0) * size) / 2;
  const baseline = top + computeGapAboveCodeText(sizeDots) + Math.round(size * CAP_HEIGHT);
  context.ops.push(
    ...placeGlyphs({ font, element, placed, line, sizeDots: size, spacing: 0, start, baseline }),
  );
}
