import { computeMatrixBox } from '../layout/ink.ts';
import type { BarsOp, DotRect, MatrixOp, Scene } from '../scene.ts';

/** A code on a laid-out label, as described to users. */
export type SceneSymbol = {
  elementId: string;
  kind: 'bars' | 'matrix';
  /** X-dimension in dots: width of the narrowest bar, or side of a module. */
  moduleDots: number;
  /** Modules along the longer side of a matrix; 0 for bars. */
  modules: number;
  /** Bounds of the symbol in dots, without the quiet zone. */
  box: DotRect;
};

/**
 * Codes of a scene in drawing order, so that a page can show their sizes without parsing the
 * drawing.
 */
export function listSceneSymbols(scene: Scene): SceneSymbol[] {
  const symbols: SceneSymbol[] = [];
  for (const op of scene.ops) {
    if (op.kind === 'matrix') symbols.push(toMatrixSymbol(op));
    if (op.kind !== 'bars') continue;
    const last = symbols.at(-1);
    // Guard bars and add-ons are separate operations, but belong to the previous symbol.
    if (last?.kind === 'bars' && last.elementId === op.elementId)
      last.box = uniteRects(last.box, computeBarsBox(op));
    else symbols.push(toBarsSymbol(op));
  }
  return symbols;
}

/**
 * Quiet zone of a code, in dots; for a linear code the wider side. 0 for elements that are not
 * codes.
 */
export function computeQuietZoneDots({ ops }: Pick<Scene, 'ops'>, elementId: string): number {
  const sides = ops.flatMap((op) => {
    if (op.elementId !== elementId) return [];
    if (op.kind === 'matrix') return [op.quiet];
    return op.kind === 'bars' ? [op.quiet.before, op.quiet.after] : [];
  });
  return Math.max(0, ...sides);
}

function toMatrixSymbol(op: MatrixOp): SceneSymbol {
  const { elementId, moduleDots, code } = op;
  const modules = Math.max(code.width, code.height);
  return { elementId, kind: 'matrix', moduleDots, modules, box: computeMatrixBox(op) };
}

function toBarsSymbol(op: BarsOp): SceneSymbol {
  const { elementId, moduleDots } = op;
  return { elementId, kind: 'bars', moduleDots, modules: 0, box: computeBarsBox(op) };
}

function computeBarsBox({ edges, along, x0, y0, x1, y1 }: BarsOp): DotRect {
  const first = edges[0] ?? 0;
  const last = edges.at(-1) ?? 0;
  return along === 'x'
    ? { x0: x0 + first, y0, x1: x0 + last, y1 }
    : { x0, y0: y0 + first, x1, y1: y0 + last };
}

function uniteRects(a: DotRect, b: DotRect): DotRect {
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}
