import { rectOnMedia } from '../../layout/place.ts';
import type { Placed } from '../../layout/place.ts';
import type { LinearSymbol, ModuleRange, SymbolText } from '../../linear/symbol.ts';
import { matrixRow } from '../../raster/matrix-rows.ts';
import type { BarsOp, SceneOp } from '../../scene.ts';
import { listDots } from '../codes/linear.ts';
import type { ZplMatrix } from '../codes/matrix.ts';
import type { LinearSpec, TextPlace } from '../label.ts';
import type { Extent } from './place.ts';
import type { CodeLine } from './text.ts';

/** Guard bars of EAN and UPC reach this far below the others, in modules. */
const GUARD_MODULES = 5;

/** The line at bars, in modules: capitals of EAN are lower, so that a digit fits its seven modules. */
const LINE = { em: 10, gap: 2.5 };
const DIGITS = { em: 7.5, gap: 2 };
/** From this module on letters grow less than bars do. */
const LARGE_MODULE = 5;
const CAPITAL = 0.733;

const symbolWidth = (spec: LinearSpec, { widths }: LinearSymbol): number => {
  const dots = listDots(spec);
  let width = 0;
  for (const modules of widths) width += dots(modules);
  return width;
};

/** The bars alone: text at them hangs out of their box. */
export function linearExtent(spec: LinearSpec, symbol: LinearSymbol): Extent {
  const { height } = spec;
  return { width: symbolWidth(spec, symbol), height, base: height };
}

export function linearOps(
  spec: LinearSpec,
  symbol: LinearSymbol,
  placed: Placed,
  elementId: string,
): SceneOp[] {
  const { width, height } = placed;
  const bars = (within: readonly ModuleRange[], y0: number, y1: number): BarsOp => {
    const edges = barEdges(spec, symbol, within);
    const isBackwards = placed.rotation >= 180;
    return {
      kind: 'bars',
      elementId,
      ...rectOnMedia(placed, { x0: 0, x1: width, y0, y1 }),
      along: placed.rotation % 180 === 0 ? 'x' : 'y',
      moduleDots: spec.module,
      edges: isBackwards ? edges.map((edge) => width - edge).reverse() : edges,
      quiet: { before: 0, after: 0 },
    };
  };
  const all = { from: 0, to: symbol.modules };
  const ops = [bars([all], 0, height)];
  const { guards = [] } = symbol;
  if (guards.length > 0) ops.push(bars(guards, height, height + GUARD_MODULES * spec.module));
  return ops;
}

/** Where bars begin and end, in dots; of those in the ranges. */
function barEdges(
  spec: LinearSpec,
  { widths }: LinearSymbol,
  within: readonly ModuleRange[],
): number[] {
  const dots = listDots(spec);
  const edges: number[] = [];
  let [module, at] = [0, 0];
  for (const [i, modules] of widths.entries()) {
    const end = at + dots(modules);
    const isIn = within.some(({ from, to }) => from <= module && module + modules <= to);
    if (i % 2 === 0 && isIn) edges.push(at, end);
    [module, at] = [module + modules, end];
  }
  return edges;
}

/** The human readable line, each piece in the middle of its modules. */
export function codeLines(spec: LinearSpec, symbol: LinearSymbol): CodeLine[] {
  const { module, height, textPlace } = spec;
  if (textPlace === 'none') return [];
  const hasGuards = (symbol.guards ?? []).length > 0;
  const isDigits = hasGuards || spec.symbology === 'addon';
  const { em, gap } = isDigits ? DIGITS : LINE;
  const scale = module < LARGE_MODULE ? 1 : 0.9;
  const sizeDots = Math.max(6, Math.round(em * scale * module * 2) / 2);
  const capital = sizeDots * CAPITAL;
  const base = getBase(textPlace, { height, capital, gap: gap * module });
  const whole = symbolWidth(spec, symbol);
  const getRange = ({ from, to }: SymbolText): { from: number; to: number } =>
    isDigits ? { from: from * module, to: to * module } : { from: 0, to: whole };
  // Above the bars the digits are one line, without the gaps that guard bars need.
  const isOneLine = hasGuards && textPlace === 'above';
  const pieces = isOneLine
    ? [{ text: symbol.text.map(({ text }) => text).join(''), from: 0, to: symbol.modules }]
    : symbol.text;
  return pieces.map((piece) => ({
    text: shown(piece.text),
    ...getRange(piece),
    base,
    sizeDots,
  }));
}

function getBase(
  place: TextPlace,
  { height, capital, gap }: { height: number; capital: number; gap: number },
): number {
  return place === 'above' ? -2 * gap : height + gap + capital;
}

/** Controls have no form. */
const shown = (text: string): string => text.replaceAll(/[\u0000-\u001f]/g, '');

export function matrixExtent({ matrix, across, down }: ZplMatrix, drop: number): Extent {
  const height = matrix.height * down;
  return { width: matrix.width * across, height, base: height + drop };
}

/** A symbol row by row: its modules need not be square. */
export function matrixOps(
  { matrix, across, down }: ZplMatrix,
  placed: Placed,
  elementId: string,
): SceneOp[] {
  if (across === down) {
    const { x0: x, y0: y } = placed.box;
    const { rotation } = placed;
    return [
      { kind: 'matrix', elementId, x, y, moduleDots: across, rotation, quiet: 0, code: matrix },
    ];
  }
  const { rotation, width } = placed;
  const isBackwards = rotation >= 180;
  return Array.from({ length: matrix.height }, (_, row): SceneOp => {
    const edges = matrixRow(matrix, row, 0).map((edge) => edge * across);
    return {
      kind: 'bars',
      elementId,
      ...rectOnMedia(placed, { x0: 0, x1: width, y0: row * down, y1: (row + 1) * down }),
      along: rotation % 180 === 0 ? 'x' : 'y',
      moduleDots: across,
      edges: isBackwards ? edges.map((edge) => width - edge).reverse() : edges,
      quiet: { before: 0, after: 0 },
    };
  });
}
