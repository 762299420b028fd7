import { listModuleBands, listShrunkModuleBands } from '../raster/matrix-bands.ts';
import type { BarsOp, MatrixOp } from '../scene.ts';

export type UnitRect = { x: number; y: number; width: number; height: number };

/**
 * A symbol in its own units: small integers that repeat and compress well. A unit is `across` ×
 * `down` dots; the top left corner of the symbol is at `x`, `y` dots.
 */
export type SymbolRects = {
  x: number;
  y: number;
  across: number;
  down: number;
  rects: UnitRect[];
};

/**
 * Bars: along the symbol a unit is a module (a dot with bar width reduction); across it, the full
 * bar.
 */
export function listBarRects(op: BarsOp): SymbolRects {
  const { moduleDots, x0, y0, x1, y1 } = op;
  const module = op.edges.every((edge) => edge % moduleDots === 0) ? moduleDots : 1;
  const isAcross = op.along === 'x';
  const rects: UnitRect[] = [];
  for (let i = 0; i + 1 < op.edges.length; i += 2) {
    const start = (op.edges[i] ?? 0) / module;
    const length = (op.edges[i + 1] ?? 0) / module - start;
    rects.push(
      isAcross
        ? { x: start, y: 0, width: length, height: 1 }
        : { x: 0, y: start, width: 1, height: length },
    );
  }
  const [across, down] = isAcross ? [module, y1 - y0] : [x1 - x0, module];
  return { x: x0, y: y0, across, down, rects };
}

/**
 * Dark modules as drawn: runs along the rows, merged into one rectangle if the next row repeats
 * them. A unit is a module, or a dot if dark areas are reduced.
 */
export function listDarkModuleRects(op: MatrixOp): SymbolRects {
  const unit = op.shrink ? 1 : op.moduleDots;
  const bands = op.shrink ? listShrunkModuleBands(op, op.shrink) : listModuleBands(op);
  const rects: UnitRect[] = [];
  let above: UnitRect[] = [];
  for (const { y0, y1, runs } of bands) {
    const open: UnitRect[] = [];
    let next = 0;
    for (let i = 0; i + 1 < runs.length; i += 2) {
      const [start = 0, end = 0] = [runs[i], runs[i + 1]];
      while ((above[next]?.x ?? Infinity) < start) next += 1;
      const rectAbove = above[next];
      if (rectAbove?.x === start && rectAbove.width === end - start) {
        rectAbove.height += y1 - y0;
        open.push(rectAbove);
        continue;
      }
      const rect = { x: start, y: y0, width: end - start, height: y1 - y0 };
      rects.push(rect);
      open.push(rect);
    }
    above = open;
  }
  return { x: op.x, y: op.y, across: unit, down: unit, rects };
}
