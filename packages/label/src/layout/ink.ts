import { computeTurnedSize } from '../matrix/module-matrix.ts';
import { SLANT } from '../scene.ts';
import type { DotRect, GlyphsOp, MatrixOp, PathOp, SceneOp } from '../scene.ts';

/**
 * Bounding rectangle of an operation, in black or in paper colour; undefined if it draws nothing.
 */
export function computeOperationBounds(op: SceneOp): DotRect | undefined {
  switch (op.kind) {
    case 'rect':
    case 'bars':
      return { x0: op.x0, y0: op.y0, x1: op.x1, y1: op.y1 };
    case 'matrix':
      return computeMatrixBox(op);
    case 'glyphs':
      return computeGlyphsBounds(op);
    case 'path':
      return computePathBounds(op);
    case 'image':
      return { x0: op.x, y0: op.y, x1: op.x + op.bitmap.width, y1: op.y + op.bitmap.height };
  }
}

export function computeMatrixBox({ code, rotation, moduleDots, x, y }: MatrixOp): DotRect {
  const { width, height } = computeTurnedSize(code, rotation);
  return { x0: x, y0: y, x1: x + width * moduleDots, y1: y + height * moduleDots };
}

function computeGlyphsBounds(op: GlyphsOp): DotRect | undefined {
  const ink = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  const scale = op.sizeDots / op.font.unitsPerEm;
  const horizontalScale = (scale * (op.widthPercent ?? 100)) / 100;
  const slant = op.italic ? (SLANT * scale) / horizontalScale : 0;
  for (const { glyph, x, y } of op.glyphs) {
    const [left, yMin, right, yMax] = op.font.getBounds(glyph);
    if (right <= left) continue;
    const xMin = left + slant * yMin;
    const xMax = right + slant * yMax;
    if (op.rotation === 0)
      widenRectToInclude(
        ink,
        x + xMin * horizontalScale,
        y - yMax * scale,
        x + xMax * horizontalScale,
        y - yMin * scale,
      );
    else if (op.rotation === 90)
      widenRectToInclude(
        ink,
        x + yMin * scale,
        y + xMin * horizontalScale,
        x + yMax * scale,
        y + xMax * horizontalScale,
      );
    else if (op.rotation === 180)
      widenRectToInclude(
        ink,
        x - xMax * horizontalScale,
        y + yMin * scale,
        x - xMin * horizontalScale,
        y + yMax * scale,
      );
    else
      widenRectToInclude(
        ink,
        x - yMax * scale,
        y - xMax * horizontalScale,
        x - yMin * scale,
        y - xMin * horizontalScale,
      );
  }
  if (ink.x1 <= ink.x0) return undefined;
  return op.clip === undefined ? ink : intersectRects(ink, op.clip);
}

function widenRectToInclude(ink: DotRect, x0: number, y0: number, x1: number, y1: number): void {
  ink.x0 = Math.min(ink.x0, x0);
  ink.y0 = Math.min(ink.y0, y0);
  ink.x1 = Math.max(ink.x1, x1);
  ink.y1 = Math.max(ink.y1, y1);
}

function computePathBounds({ rings }: PathOp): DotRect | undefined {
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

/** The common area; undefined if it is empty. */
export function intersectRects(rect: DotRect, box: DotRect = rect): DotRect | undefined {
  const x0 = Math.max(rect.x0, box.x0);
  const y0 = Math.max(rect.y0, box.y0);
  const x1 = Math.min(rect.x1, box.x1);
  const y1 = Math.min(rect.y1, box.y1);
  return x1 > x0 && y1 > y0 ? { x0, y0, x1, y1 } : undefined;
}

export function overlaps(a: DotRect, b: DotRect): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}
