import type { Font } from '../font/font.ts';
import type { GlyphsOp, SceneGlyph } from '../scene.ts';
import type { Rotation, TemplateElement } from '../template.ts';
import type { ShapedCharacter } from '../text/shape.ts';
import { pointOnMedia } from './place.ts';
import type { Placed } from './place.ts';

export type GlyphRun = {
  font: Font;
  element: Pick<TemplateElement, 'id'>;
  placed: Placed;
  line: readonly ShapedCharacter[];
  sizeDots: number;
  /** As in `GlyphsOp`; the line's advances know of it already. */
  widthPercent?: number;
  /** Between characters, in ems. */
  spacing: number;
  /** Of the first glyph, in content dots. */
  start: number;
  baseline: number;
};

/** Sizes are multiples of half a dot, so that cached glyphs are met again. */
export function halfDots(size: number): number {
  return Math.max(1, Math.round(size * 2) / 2);
}

/** Height of the em box above the baseline, in dots. */
export function getAscent(font: Font, sizeDots: number): number {
  return (font.emAscent / font.unitsPerEm) * sizeDots;
}

/** One dot along a line, by quarter turns. */
const STEPS = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
] as const;

/**
 * Sets each glyph on a whole dot; the pen itself keeps its fraction, so errors do not add up. An operation for each
 * stretch of one font, size and rotation.
 */
export function placeGlyphs(run: GlyphRun): GlyphsOp[] {
  const { element, placed, line, spacing } = run;
  const from = pointOnMedia(placed, 0, run.baseline);
  const step = STEPS[placed.rotation / 90] ?? STEPS[0];
  const ops: GlyphsOp[] = [];
  let pen = run.start;
  let op: GlyphsOp | undefined;
  for (const one of line) {
    const { glyph, codePoint, advance, scale = 1, font = run.font } = one;
    const sizeDots = scale === 1 ? run.sizeDots : halfDots(run.sizeDots * scale);
    const rotation = one.isUpright ? turnedBack(placed.rotation) : placed.rotation;
    if (
      op === undefined ||
      op.font !== font ||
      op.sizeDots !== sizeDots ||
      op.rotation !== rotation
    ) {
      op = { kind: 'glyphs', elementId: element.id, font, sizeDots, rotation, glyphs: [] };
      if (run.widthPercent !== undefined) op.widthPercent = run.widthPercent;
      ops.push(op);
    }
    if (one.isUpright) op.glyphs.push(uprightGlyph(run, one, pen, sizeDots));
    else {
      const along = Math.round(pen);
      op.glyphs.push({ glyph, codePoint, x: from.x + along * step.x, y: from.y + along * step.y });
    }
    pen += (advance + spacing) * run.sizeDots;
  }
  return ops;
}

/** A column is a line turned by a quarter; what stands upright in it is turned back. */
const turnedBack = (rotation: Rotation): Rotation => ((rotation + 270) % 360) as Rotation;

/** A glyph that stands upright in the middle of its column: along the line is down, across it to the left. */
function uprightGlyph(
  run: GlyphRun,
  { glyph, codePoint, raised = 0, font = run.font }: ShapedCharacter,
  pen: number,
  sizeDots: number,
): SceneGlyph {
  const width = (font.getAdvance(glyph) / font.unitsPerEm) * sizeDots;
  const middle = run.baseline - getAscent(run.font, run.sizeDots) + run.sizeDots / 2;
  const moved = raised * sizeDots;
  const down = pen + getAscent(font, sizeDots) - moved;
  const left = Math.round(middle + width / 2 - moved);
  return { glyph, codePoint, ...pointOnMedia(run.placed, Math.round(down), left) };
}
