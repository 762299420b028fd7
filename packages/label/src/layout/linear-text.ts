import { shapeText, measureLineWidth } from '../text/shape.ts';
import type { ShapedCharacter } from '../text/shape.ts';
import type { LayoutContext } from './context.ts';
import { placeGlyphs } from './glyph-run.ts';
import { CAP_HEIGHT, computeGapAboveCodeText, warnTextShrunk } from './hri.ts';
import type { LinearFrame } from './linear-bars.ts';

/** A piece of the human readable line: its available dots, and its preferred centre. */
type Piece = {
  line: readonly ShapedCharacter[];
  left: number;
  room: number;
  middle: number;
  isAbove: boolean;
};

/** Draws the human readable interpretation in one size; control characters show as spaces. */
export function layoutBarcodeText(
  context: LayoutContext,
  frame: LinearFrame,
  sizeDots: number,
): void {
  const { element, placed, barHeight } = frame;
  const font = context.fonts[400];
  // In ems, so that it shrinks with the text.
  const spacing = ((element.textSpacingMm ?? 0) * context.placement.dotsPerMm) / sizeDots;
  const pieces = listBarcodeTextPieces(context, frame);
  const maxSize = Math.min(
    ...pieces.map(({ line, room }) => Math.floor((room * 2) / measureLineWidth(line, spacing)) / 2),
  );
  const size = Math.min(sizeDots, Math.max(1, maxSize));
  // Digits with fixed positions are sized to fit, so no warning.
  if (size < sizeDots && pieces.length === 1) warnTextShrunk(context, element);
  for (const { line, left, room, middle, isAbove } of pieces) {
    const width = measureLineWidth(line, spacing) * size;
    const start = Math.max(left, Math.min(middle - width / 2, left + room - width));
    const top = isAbove ? 0 : barHeight + computeGapAboveCodeText(sizeDots);
    const baseline = top + Math.round(size * CAP_HEIGHT);
    context.ops.push(
      ...placeGlyphs({ font, element, placed, line, sizeDots: size, spacing, start, baseline }),
    );
  }
}

function listBarcodeTextPieces(
  context: LayoutContext,
  { element, symbol, placed, module, start }: LinearFrame,
): Piece[] {
  const isAlone = symbol.text.length === 1;
  const isCentred = (element.align ?? 'center') === 'center';
  return symbol.text.map(({ text, from, to }): Piece => {
    const { lines } = shapeText(context.fonts[400], text.replaceAll(/[\u0000-\u001f\u007f]/g, ' '));
    const line = lines[0] ?? [];
    const [left, room] = [start + from * module, (to - from) * module];
    const isAbove = symbol.addOnAt !== undefined && from >= symbol.addOnAt;
    const middle = left + room / 2;
    if (!isAlone) return { line, left, room, middle, isAbove };
    // A single line may use the full width of the box.
    return {
      line,
      left: 0,
      room: placed.width,
      middle: isCentred ? placed.width / 2 : middle,
      isAbove,
    };
  });
}
