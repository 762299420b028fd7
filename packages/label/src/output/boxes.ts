import { getInk } from '../layout/ink.ts';
import type { DotRect, Scene } from '../scene.ts';

export type ElementInk = { elementId: string; box: DotRect };

/** What of each element is black, in drawing order: the smallest box around it, in dots. What draws nothing has none. */
export function sceneBoxes(scene: Scene): ElementInk[] {
  const boxes = new Map<string, DotRect>();
  for (const op of scene.ops) {
    const ink = getInk(op);
    if (ink === undefined) continue;
    const known = boxes.get(op.elementId) ?? ink;
    boxes.set(op.elementId, {
      x0: Math.min(known.x0, ink.x0),
      y0: Math.min(known.y0, ink.y0),
      x1: Math.max(known.x1, ink.x1),
      y1: Math.max(known.y1, ink.y1),
    });
  }
  return [...boxes].map(([elementId, box]) => ({ elementId, box }));
}
