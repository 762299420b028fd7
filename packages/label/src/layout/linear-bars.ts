import type { LinearSymbol, ModuleRange } from '../linear/symbol.ts';
import type { BarsOp, DotRect } from '../scene.ts';
import type { LinearElement } from '../template.ts';
import { toMediaRect } from './place.ts';
import type { PlacedBox } from './place.ts';

/** Extension of the EAN and UPC guard bars below the others, in modules (ISO/IEC 15420, 4.3.2). */
const GUARD_MODULES = 5;

/** A symbol in its box; all lengths in dots, before rotation. */
export type LinearFrame = {
  element: LinearElement;
  symbol: LinearSymbol;
  placed: PlacedBox;
  module: number;
  /** Start of the bars; the quiet zones lie outside. */
  start: number;
  /** Height of the bars except guard bars. */
  barHeight: number;
  /** Height of the text line below the bars, including the gap; 0 without text. */
  textHeight: number;
  /** Bar width reduction, in dots. */
  thinner: number;
};

/**
 * Operations for the symbol, the extensions of its guard bars, and its add-on: the bars of one
 * operation are equally high.
 */
export function listBars(frame: LinearFrame): BarsOp[] {
  const { symbol, barHeight, textHeight, module } = frame;
  const { modules, quiet, guards = [], addOnAt = modules } = symbol;
  const guardExtension =
    textHeight === 0 ? 0 : Math.min(GUARD_MODULES * module, Math.ceil(textHeight / 2));
  const main = { from: 0, to: Math.min(addOnAt, modules) };
  const ops = [
    createBarsOp(frame, {
      ...main,
      within: [main],
      // With an add-on, the right quiet zone follows the add-on.
      quiet: { ...quiet, right: main.to === modules ? quiet.right : 0 },
      y0: (symbol.bearerModules ?? 0) * module,
      y1: barHeight - (symbol.bearerModules ?? 0) * module,
    }),
  ];
  if (guardExtension > 0 && guards.length > 0) {
    const y1 = barHeight + guardExtension;
    ops.push(createBarsOp(frame, { ...main, within: guards, quiet: NO_QUIET, y0: barHeight, y1 }));
  }
  if (addOnAt < modules) {
    const range = { from: addOnAt, to: modules };
    const y0 = textHeight;
    const quietBehind = { left: 0, right: quiet.right };
    ops.push(
      createBarsOp(frame, {
        ...range,
        within: [range],
        quiet: quietBehind,
        y0,
        y1: barHeight + guardExtension,
      }),
    );
  }
  return ops;
}

const NO_QUIET = { left: 0, right: 0 };

/**
 * A horizontal range of the symbol: its bars that lie inside `within`, all from `y0` to `y1`, in
 * dots.
 */
type Strip = ModuleRange & {
  within: readonly ModuleRange[];
  quiet: LinearSymbol['quiet'];
  y0: number;
  y1: number;
};

/** Start and end of each bar of a strip, in modules from the strip's start. */
function listBarEdges({ widths }: LinearSymbol, { from, within }: Strip): number[] {
  const edges: number[] = [];
  let at = 0;
  for (let i = 0; i < widths.length; i += 1) {
    const end = at + (widths[i] ?? 0);
    if (i % 2 === 0 && within.some((range) => range.from <= at && end <= range.to))
      edges.push(at - from, end - from);
    at = end;
  }
  return edges;
}

/** Narrows each bar on both sides, since ink spreads on both; an odd dot comes off the end. */
function reduceBarWidths(edges: number[], dots: number): number[] {
  if (dots === 0) return edges;
  const atStart = Math.floor(dots / 2);
  return edges.map((edge, i) => (i % 2 === 0 ? edge + atStart : edge - (dots - atStart)));
}

/** Operation that draws the bars of a strip, in the coordinates of the rotated media. */
function createBarsOp(
  { element, symbol, placed, module, start, thinner }: LinearFrame,
  strip: Strip,
): BarsOp {
  const { from, to, quiet, y0, y1 } = strip;
  const length = (to - from) * module;
  const x0 = start + from * module;
  const rect = toMediaRect(placed, { x0, x1: x0 + length, y0, y1 });
  const edges = reduceBarWidths(
    listBarEdges(symbol, strip).map((edge) => edge * module),
    thinner,
  );
  const isBackwards = placed.rotation === 180 || placed.rotation === 270;
  const [before, after] = [quiet.left * module, quiet.right * module];
  return {
    kind: 'bars',
    elementId: element.id,
    ...rect,
    along: placed.rotation === 90 || placed.rotation === 270 ? 'y' : 'x',
    moduleDots: module,
    edges: isBackwards ? edges.map((edge) => length - edge).reverse() : edges,
    quiet: isBackwards ? { before: after, after: before } : { before, after },
  };
}

export function listBearerBars({ element, symbol, placed, module, start, barHeight }: LinearFrame) {
  const thick = (symbol.bearerModules ?? 0) * module;
  if (thick === 0) return [];
  const [x0, x1] = [start, start + symbol.modules * module];
  return [
    { x0, x1, y0: 0, y1: thick },
    { x0, x1, y0: barHeight - thick, y1: barHeight },
  ].map((rect: DotRect) => ({
    kind: 'rect' as const,
    elementId: element.id,
    ...toMediaRect(placed, rect),
  }));
}
