import type { Scene, SceneOp } from './scene.ts';

/**
 * Output target of a scene: one method per kind of operation. A new kind does not compile until
 * every surface draws it.
 */
export type Surface<Drawn> = {
  readonly [Kind in SceneOp['kind']]: (op: Extract<SceneOp, { kind: Kind }>) => Drawn;
};

/** Draws the operations in order; returns the result of each. */
export function drawScene<Drawn>(scene: Pick<Scene, 'ops'>, surface: Surface<Drawn>): Drawn[] {
  return scene.ops.map((op) => drawOp(op, surface));
}

function drawOp<Drawn>(op: SceneOp, surface: Surface<Drawn>): Drawn {
  switch (op.kind) {
    case 'glyphs':
      return surface.glyphs(op);
    case 'rect':
      return surface.rect(op);
    case 'bars':
      return surface.bars(op);
    case 'matrix':
      return surface.matrix(op);
    case 'path':
      return surface.path(op);
    case 'image':
      return surface.image(op);
  }
}
