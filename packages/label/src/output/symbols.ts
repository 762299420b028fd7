import type { BarsOp, DotRect, MatrixOp, Scene } from '../scene.ts';

/** A code on a laid-out label, as a reader would describe it. */
export type SceneSymbol = {
  elementId: string;
  kind: 'code128' | 'qr';
  /** Dots of the narrowest bar (the X-dimension), or of one side of a QR module. */
  moduleDots: number;
  /** Modules along a side of the QR; 0 for bars. */
  modules: number;
  /** What is black of it, in dots, without the quiet zone. */
  box: DotRect;
};

/** The codes of a scene in drawing order, so that a page can tell their size without reading the drawing. */
export function sceneSymbols(scene: Scene): SceneSymbol[] {
  return scene.ops.flatMap((op) => {
    if (op.kind === 'matrix') return [qrSymbol(op)];
    return op.kind === 'bars' ? [barsSymbol(op)] : [];
  });
}

function qrSymbol(op: MatrixOp): SceneSymbol {
  const { elementId, moduleDots, x, y } = op;
  const side = op.code.size * moduleDots;
  const box = { x0: x, y0: y, x1: x + side, y1: y + side };
  return { elementId, kind: 'qr', moduleDots, modules: op.code.size, box };
}

function barsSymbol(op: BarsOp): SceneSymbol {
  // Every Code 128 symbol has a bar of one module: the start character alone has one.
  let narrowest = Infinity;
  for (let i = 0; i + 1 < op.edges.length; i += 2) {
    narrowest = Math.min(narrowest, (op.edges[i + 1] ?? 0) - (op.edges[i] ?? 0));
  }
  const first = op.edges[0] ?? 0;
  const last = op.edges.at(-1) ?? 0;
  const { x0, y0, x1, y1 } = op;
  const box =
    op.along === 'x'
      ? { x0: x0 + first, y0, x1: x0 + last, y1 }
      : { x0, y0: y0 + first, x1, y1: y0 + last };
  return { elementId: op.elementId, kind: 'code128', moduleDots: narrowest, modules: 0, box };
}
