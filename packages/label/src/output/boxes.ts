import { computeOperationBounds } from '../layout/ink.ts';
import type { DotRect, Scene } from '../scene.ts';

export type ElementInk = { elementId: string; box: DotRect };

/** Bounding box of each element's ink, in dots and drawing order. Omits elements without ink. */
export function listElementInkBoxes(scene: Scene): ElementInk[] {
  const boxes = new Map<string, DotRect>();
  for (const op of scene.ops) {
    const ink = computeOperationBounds(op);
    if (ink === undefined) continue;
    const boxSoFar = boxes.get(op.elementId) ?? ink;
    boxes.set(op.elementId, {
      x0: Math.min(boxSoFar.x0, ink.x0),
      y0: Math.min(boxSoFar.y0, ink.y0),
      x1: Math.max(boxSoFar.x1, ink.x1),
      y1: Math.max(boxSoFar.y1, ink.y1),
    });
  }
  return [...boxes].map(([elementId, box]) => ({ elementId, box }));
}
