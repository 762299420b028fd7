import { boxOfMatrix } from '../layout/ink.ts';
import type { BarsOp, DotRect, MatrixOp, Scene } from '../scene.ts';

/** A code on a laid-out label, as a reader would describe it. */
export type SceneSymbol = {
  elementId: string;
  kind: 'bars' | 'matrix';
  /** Dots of the narrowest bar (the X-dimension), or of one side of a module. */
  moduleDots: number;
  /** Modules along the longer side of a matrix; 0 for bars. */
  modules: number;
  /** What is black of it, in dots, without the quiet zone. */
  box: DotRect;
};

/** The codes of a scene in drawing order, so that a page can tell their size without reading the drawing. */
export function sceneSymbols(scene: Scene): SceneSymbol[] {
  const symbols: SceneSymbol[] = [];
  for (const op of scene.ops) {
    if (op.kind === 'matrix') symbols.push(matrixSymbol(op));
    if (op.kind !== 'bars') continue;
    const last = symbols.at(-1);
    // Guard bars and an add-on are drawn apart, but belong to the symbol before them.
    if (last?.kind === 'bars' && last.elementId === op.elementId)
      last.box = around(last.box, barsBox(op));
    else symbols.push(barsSymbol(op));
  }
  return symbols;
}

/** Light space a code asks for, in dots: the wider side of a linear one's. 0 for what is no code. */
export function quietDots({ ops }: Pick<Scene, 'ops'>, elementId: string): number {
  const sides = ops.flatMap((op) => {
    if (op.elementId !== elementId) return [];
    if (op.kind === 'matrix') return [op.quiet];
    return op.kind === 'bars' ? [op.quiet.before, op.quiet.after] : [];
  });
  return Math.max(0, ...sides);
}

function matrixSymbol(op: MatrixOp): SceneSymbol {
  const { elementId, moduleDots, code } = op;
  const modules = Math.max(code.width, code.height);
  return { elementId, kind: 'matrix', moduleDots, modules, box: boxOfMatrix(op) };
}

function barsSymbol(op: BarsOp): SceneSymbol {
  const { elementId, moduleDots } = op;
  return { elementId, kind: 'bars', moduleDots, modules: 0, box: barsBox(op) };
}

function barsBox({ edges, along, x0, y0, x1, y1 }: BarsOp): DotRect {
  const first = edges[0] ?? 0;
  const last = edges.at(-1) ?? 0;
  return along === 'x'
    ? { x0: x0 + first, y0, x1: x0 + last, y1 }
    : { x0, y0: y0 + first, x1, y1: y0 + last };
}

function around(a: DotRect, b: DotRect): DotRect {
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}
