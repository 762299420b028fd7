import { type Bitmap, createBitmap, isBlackDot } from '../raster/bitmap.ts';
import { drawSceneOnBitmap } from '../raster/rasterize.ts';
import type { DotRect, Scene, SceneOp } from '../scene.ts';

const moveRect = <Rect extends DotRect>(rect: Rect, by: number): Rect => ({
  ...rect,
  x0: rect.x0 + by,
  y0: rect.y0 + by,
  x1: rect.x1 + by,
  y1: rect.y1 + by,
});

const movePoint = <Point extends { x: number; y: number }>(point: Point, by: number): Point => ({
  ...point,
  x: point.x + by,
  y: point.y + by,
});

/** Moves right and down, in dots. */
function moveOp(op: SceneOp, by: number): SceneOp {
  switch (op.kind) {
    case 'rect':
    case 'bars':
      return moveRect(op, by);
    case 'matrix':
    case 'image':
      return movePoint(op, by);
    case 'path':
      return { ...op, rings: op.rings.map((ring) => ring.map((at) => at + by)) };
    case 'glyphs': {
      const glyphs = op.glyphs.map((glyph) => movePoint(glyph, by));
      return { ...op, glyphs, ...(op.clip && { clip: moveRect(op.clip, by) }) };
    }
  }
}

/** Whether a scene has black dots outside its label, up to `reach` dots from its edges. */
export function hasInkOutside(scene: Scene, reach: number): boolean {
  const { widthDots, heightDots, ops } = scene;
  const around: Bitmap = createBitmap(widthDots + 2 * reach, heightDots + 2 * reach);
  drawSceneOnBitmap(around, { ops: ops.map((op) => moveOp(op, reach)) });
  for (let y = 0; y < around.height; y += 1) {
    const isBeside = y < reach || y >= reach + heightDots;
    for (let x = 0; x < around.width; x += 1) {
      if (!isBeside && x === reach) x += widthDots;
      if (isBlackDot(around, x, y)) return true;
    }
  }
  return false;
}
