import type { Font } from '../font/font.ts';
import type { GlyphsOp } from '../scene.ts';
import type { Rotation, TemplateElement } from '../template.ts';
import type { ShapedCharacter } from '../text/shape.ts';
import { pointOnMedia } from './place.ts';
import type { Placed } from './place.ts';

export type GlyphRun = {
  font: Font;
  element: TemplateElement;
  placed: Placed;
  line: readonly ShapedCharacter[];
  sizeDots: number;
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
export function ascentOf(font: Font, sizeDots: number): number {
  return (font.emAscent / font.unitsPerEm) * sizeDots;
}

/**
 * Sets each glyph on a whole dot; the pen itself keeps its fraction, so errors do not add up. An operation for each
 * stretch of one font, size and rotation.
 */
export function placeGlyphs(run: GlyphRun): GlyphsOp[] {
  const { element, placed, line, spacing } = run;
  const ops: GlyphsOp[] = [];
  let pen = run.start;
  let op: GlyphsOp | undefined;
  for (const one of line) {
    const { glyph, advance, scale = 1, font = run.font } = one;
    const sizeDots = scale === 1 ? run.sizeDots : halfDots(run.sizeDots * scale);
    const rotation = one.isUpright ? turnedBack(placed.rotation) : placed.rotation;
    const at = one.isUpright
      ? uprightOrigin(run, one, pen, sizeDots)
      : pointOnMedia(placed, Math.round(pen), run.baseline);
    pen += (advance + spacing) * run.sizeDots;
    if (
      op === undefined ||
      op.font !== font ||
      op.sizeDots !== sizeDots ||
      op.rotation !== rotation
    ) {
      op = { kind: 'glyphs', elementId: element.id, font, sizeDots, rotation, glyphs: [] };
      ops.push(op);
    }
    op.glyphs.push({ glyph, x: at.x, y: at.y });
  }
  return ops;
}

/** A column is a line turned by a quarter; what stands upright in it is turned back. */
const turnedBack = (rotation: Rotation): Rotation => ((rotation + 270) % 360) as Rotation;

/** The origin of a glyph that stands upright in the middle of its column: along the line is down, across it to the left. */
function uprightOrigin(
  run: GlyphRun,
  { glyph, raised = 0, font = run.font }: ShapedCharacter,
  pen: number,
  sizeDots: number,
): { x: number; y: number } {
  const width = (font.advanceOf(glyph) / font.unitsPerEm) * sizeDots;
  const middle = run.baseline - ascentOf(run.font, run.sizeDots) + run.sizeDots / 2;
  const moved = raised * sizeDots;
  const down = pen + ascentOf(font, sizeDots) - moved;
  return pointOnMedia(run.placed, Math.round(down), Math.round(middle + width / 2 - moved));
}
