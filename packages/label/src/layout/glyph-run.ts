import type { Font } from '../font/font.ts';
import type { GlyphsOp, SceneGlyph } from '../scene.ts';
import type { Rotation, TemplateElement } from '../template.ts';
import type { ShapedCharacter } from '../text/shape.ts';
import { toMediaPoint } from './place.ts';
import type { PlacedBox } from './place.ts';

export type GlyphRun = {
  font: Font;
  element: Pick<TemplateElement, 'id'>;
  placed: PlacedBox;
  line: readonly ShapedCharacter[];
  sizeDots: number;
  /** See `GlyphsOp`; the line's advances already include it. */
  widthPercent?: number;
  /** Spacing between characters, in ems. */
  spacing: number;
  /** Start of the first glyph, in content dots. */
  start: number;
  baseline: number;
};

/** Rounds sizes to half dots so that cached glyphs can be reused. */
export function roundToHalfDots(size: number): number {
  return Math.max(1, Math.round(size * 2) / 2);
}

/** Height of the em box above the baseline, in dots. */
export function getAscent(font: Font, sizeDots: number): number {
  return (font.emAscent / font.unitsPerEm) * sizeDots;
}

/** Direction of a line, as a step of one dot, per quarter turn. */
const STEPS = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
] as const;

/**
 * Places each glyph on a whole dot; the pen position keeps its fraction, so errors do not
 * accumulate. Returns one operation per run of equal font, size and rotation.
 */
export function placeGlyphs(run: GlyphRun): GlyphsOp[] {
  const { element, placed, line, spacing } = run;
  const from = toMediaPoint(placed, 0, run.baseline);
  const step = STEPS[placed.rotation / 90] ?? STEPS[0];
  const ops: GlyphsOp[] = [];
  let pen = run.start;
  let op: GlyphsOp | undefined;
  for (const character of line) {
    const { glyph, codePoint, advance, scale = 1, font = run.font } = character;
    const sizeDots = scale === 1 ? run.sizeDots : roundToHalfDots(run.sizeDots * scale);
    const italic = character.style?.italic ?? false;
    const rotation = character.isUpright ? subtractQuarterTurn(placed.rotation) : placed.rotation;
    if (
      op === undefined ||
      op.font !== font ||
      op.sizeDots !== sizeDots ||
      op.rotation !== rotation ||
      (op.italic ?? false) !== italic
    ) {
      op = { kind: 'glyphs', elementId: element.id, font, sizeDots, rotation, glyphs: [] };
      if (italic) op.italic = true;
      if (run.widthPercent !== undefined) op.widthPercent = run.widthPercent;
      ops.push(op);
    }
    if (character.isUpright) op.glyphs.push(placeUprightGlyph(run, character, pen, sizeDots));
    else {
      const penDots = Math.round(pen);
      op.glyphs.push({
        glyph,
        codePoint,
        x: from.x + penDots * step.x,
        y: from.y + penDots * step.y,
      });
    }
    pen += (advance + spacing) * run.sizeDots;
  }
  return ops;
}

/** A column is a line rotated by 90°; upright glyphs are rotated back. */
const subtractQuarterTurn = (rotation: Rotation): Rotation => ((rotation + 270) % 360) as Rotation;

/** Places an upright glyph centred in its column. Along the line is down; across it is left. */
function placeUprightGlyph(
  run: GlyphRun,
  { glyph, codePoint, shiftEms = 0, font = run.font }: ShapedCharacter,
  pen: number,
  sizeDots: number,
): SceneGlyph {
  const width = (font.getAdvance(glyph) / font.unitsPerEm) * sizeDots;
  const middle = run.baseline - getAscent(run.font, run.sizeDots) + run.sizeDots / 2;
  const shiftDots = shiftEms * sizeDots;
  const down = pen + getAscent(font, sizeDots) - shiftDots;
  const left = Math.round(middle + width / 2 - shiftDots);
  return { glyph, codePoint, ...toMediaPoint(run.placed, Math.round(down), left) };
}
