import { turnedSize } from '../matrix/module-matrix.ts';
import type { DotRect, GlyphsOp, MatrixOp, PathOp, SceneOp } from '../scene.ts';

/** The rectangle an operation draws in, be it in black or in the colour of the paper; undefined when it draws nothing. */
export function getInk(op: SceneOp): DotRect | undefined {
  switch (op.kind) {
    case 'rect':
    case 'bars':
      return { x0: op.x0, y0: op.y0, x1: op.x1, y1: op.y1 };
    case 'matrix':
      return boxOfMatrix(op);
    case 'glyphs':
      return inkOfGlyphs(op);
    case 'path':
      return inkOfPath(op);
    case 'image':
      return { x0: op.x, y0: op.y, x1: op.x + op.bitmap.width, y1: op.y + op.bitmap.height };
  }
}

export function boxOfMatrix({ code, rotation, moduleDots, x, y }: MatrixOp): DotRect {
  const { width, height } = turnedSize(code, rotation);
  return { x0: x, y0: y, x1: x + width * moduleDots, y1: y + height * moduleDots };
}

function inkOfGlyphs(op: GlyphsOp): DotRect | undefined {
  const ink = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  const scale = op.sizeDots / op.font.unitsPerEm;
  const along = (scale * (op.widthPercent ?? 100)) / 100;
  for (const { glyph, x, y } of op.glyphs) {
    const [xMin, yMin, xMax, yMax] = op.font.getBounds(glyph);
    if (xMax <= xMin) continue;
    if (op.rotation === 0)
      widen(ink, x + xMin * along, y - yMax * scale, x + xMax * along, y - yMin * scale);
    else if (op.rotation === 90)
      widen(ink, x + yMin * scale, y + xMin * along, x + yMax * scale, y + xMax * along);
    else if (op.rotation === 180)
      widen(ink, x - xMax * along, y + yMin * scale, x - xMin * along, y + yMax * scale);
    else widen(ink, x - yMax * scale, y - xMax * along, x - yMin * scale, y - xMin * along);
  }
  if (ink.x1 <= ink.x0) return undefined;
  const { clip } = op;
  if (clip === undefined) return ink;
  const cut = {
    x0: Math.max(ink.x0, clip.x0),
    y0: Math.max(ink.y0, clip.y0),
    x1: Math.min(ink.x1, clip.x1),
    y1: Math.min(ink.y1, clip.y1),
  };
  return cut.x1 > cut.x0 && cut.y1 > cut.y0 ? cut : undefined;
}

function widen(ink: DotRect, x0: number, y0: number, x1: number, y1: number): void {
  ink.x0 = Math.min(ink.x0, x0);
  ink.y0 = Math.min(ink.y0, y0);
  ink.x1 = Math.max(ink.x1, x1);
  ink.y1 = Math.max(ink.y1, y1);
}

function inkOfPath({ rings }: PathOp): DotRect | undefined {
  const ink = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [x = 0, y = 0] = [ring[i], ring[i + 1]];
      ink.x0 = Math.min(ink.x0, x);
      ink.y0 = Math.min(ink.y0, y);
      ink.x1 = Math.max(ink.x1, x);
      ink.y1 = Math.max(ink.y1, y);
    }
  return ink.x1 > ink.x0 && ink.y1 > ink.y0 ? ink : undefined;
}

export function overlaps(a: DotRect, b: DotRect): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}
