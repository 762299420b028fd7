import { describeElement } from '../placeholders.ts';
import type { CodeElement } from '../template.ts';
import { shapeText, getWidth } from '../text/shape.ts';
import { warn } from './context.ts';
import type { LayoutContext } from './context.ts';
import { placeGlyphs } from './glyph-run.ts';
import type { Placed } from './place.ts';

/** Between bars and the human readable interpretation below them, in dots. */
export function textGap(sizeDots: number): number {
  return Math.max(2, Math.round(sizeDots * 0.15));
}

/** Dots the line takes below the bars, the gap to them included. */
export function textRoom(sizeDots: number): number {
  return textGap(sizeDots) + Math.ceil(sizeDots * 0.95);
}

/** Digits and capitals are about 0.74 em high. */
export const CAP_HEIGHT = 0.74;

export function warnShrunk(context: LayoutContext, element: CodeElement): void {
  warn(context, element, 'text-shrunk', `${describeElement(element)}下面的文字太长，已缩小`);
}

/** One line in the middle of the box, below `top` dots of code; smaller where it is too long. */
export function layoutTextBelow(
  context: LayoutContext,
  element: CodeElement,
  { placed, text, top, sizeDots }: { placed: Placed; text: string; top: number; sizeDots: number },
): void {
  const font = context.fonts[400];
  const { lines } = shapeText(font, text);
  const line = lines[0] ?? [];
  const most = Math.floor((placed.width * 2) / getWidth(line, 0)) / 2;
  const size = Math.min(sizeDots, Math.max(1, most));
  if (size < sizeDots) warnShrunk(context, element);
  const start = (placed.width - getWidth(line, 0) * size) / 2;
  const baseline = top + textGap(sizeDots) + Math.round(size * CAP_HEIGHT);
  context.ops.push(
    ...placeGlyphs({ font, element, placed, line, sizeDots: size, spacing: 0, start, baseline }),
  );
}
