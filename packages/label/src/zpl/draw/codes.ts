import { toMediaRect } from '../../layout/place.ts';
import type { PlacedBox } from '../../layout/place.ts';
import type { LinearSymbol, ModuleRange, SymbolText } from '../../linear/symbol.ts';
import { listDarkModuleRuns } from '../../raster/matrix-rows.ts';
import type { BarsOp, SceneOp } from '../../scene.ts';
import { createModuleDotScale } from '../codes/linear.ts';
import type { ZplMatrix } from '../codes/matrix.ts';
import type { LinearSpec, TextPlace } from '../label.ts';
import type { Extent } from './place.ts';
import type { CodeLine } from './context.ts';

/** Length of guard bars of EAN and UPC below the other bars, modules. */
const GUARD_MODULES = 5;

/**
 * Text line at the bars, in modules. Digits of EAN are smaller, so that each fits its seven
 * modules.
 */
const LINE = { em: 10, gap: 2.5 };
const DIGITS = { em: 7.5, gap: 2 };
/** From this module size on, text grows less than the bars. */
const LARGE_MODULE = 5;
const CAPITAL = 0.733;

const computeLinearSymbolWidth = (spec: LinearSpec, { widths }: LinearSymbol): number => {
  const dots = createModuleDotScale(spec);
  let width = 0;
  for (const modules of widths) width += dots(modules);
  return width;
};

/** Extent of the bars alone; text at them overhangs the box. */
export function measureLinearCode(spec: LinearSpec, symbol: LinearSymbol): Extent {
  const { height } = spec;
  return { width: computeLinearSymbolWidth(spec, symbol), height, base: height };
}

export function buildLinearCodeOps(
  spec: LinearSpec,
  symbol: LinearSymbol,
  placedBox: PlacedBox,
  elementId: string,
): SceneOp[] {
  const { width, height } = placedBox;
  const buildBars = (within: readonly ModuleRange[], y0: number, y1: number): BarsOp => {
    const edges = computeBarEdges(spec, symbol, within);
    const isBackwards = placedBox.rotation >= 180;
    return {
      kind: 'bars',
      elementId,
      ...toMediaRect(placedBox, { x0: 0, x1: width, y0, y1 }),
      along: placedBox.rotation % 180 === 0 ? 'x' : 'y',
      moduleDots: spec.module,
      edges: isBackwards ? edges.map((edge) => width - edge).reverse() : edges,
      quiet: { before: 0, after: 0 },
    };
  };
  const allModules = { from: 0, to: symbol.modules };
  const ops = [buildBars([allModules], 0, height)];
  const { guards = [] } = symbol;
  if (guards.length > 0) ops.push(buildBars(guards, height, height + GUARD_MODULES * spec.module));
  return ops;
}

/** Edges of the bars in the given module ranges, dots. */
function computeBarEdges(
  spec: LinearSpec,
  { widths }: LinearSymbol,
  within: readonly ModuleRange[],
): number[] {
  const dots = createModuleDotScale(spec);
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

/** Human readable text, each piece centred on its modules. */
export function buildCodeTextLines(spec: LinearSpec, symbol: LinearSymbol): CodeLine[] {
  const { module, height, textPlace } = spec;
  if (textPlace === 'none') return [];
  const hasGuards = (symbol.guards ?? []).length > 0;
  const isDigits = hasGuards || spec.symbology === 'addon';
  const { em, gap } = isDigits ? DIGITS : LINE;
  const scale = module < LARGE_MODULE ? 1 : 0.9;
  const sizeDots = Math.max(6, Math.round(em * scale * module * 2) / 2);
  const capital = sizeDots * CAPITAL;
  const base = computeTextBaseline(textPlace, { height, capital, gap: gap * module });
  const symbolDots = computeLinearSymbolWidth(spec, symbol);
  const getTextRange = ({ from, to }: SymbolText): { from: number; to: number } =>
    isDigits ? { from: from * module, to: to * module } : { from: 0, to: symbolDots };
  // Above the bars the digits form one line without gaps for guard bars.
  const isOneLine = hasGuards && textPlace === 'above';
  const pieces = isOneLine
    ? [{ text: symbol.text.map(({ text }) => text).join(''), from: 0, to: symbol.modules }]
    : symbol.text;
  return pieces.map((piece) => ({
    text: removeControlCharacters(piece.text),
    ...getTextRange(piece),
    base,
    sizeDots,
  }));
}

function computeTextBaseline(
  place: TextPlace,
  { height, capital, gap }: { height: number; capital: number; gap: number },
): number {
  return place === 'above' ? -2 * gap : height + gap + capital;
}

/** Control characters have no glyph. */
const removeControlCharacters = (text: string): string => text.replaceAll(/[\u0000-\u001f]/g, '');

export function measureMatrixCode({ matrix, across, down }: ZplMatrix, drop: number): Extent {
  const height = matrix.height * down;
  return { width: matrix.width * across, height, base: height + drop };
}

/** Draws a symbol row by row when its modules are not square. */
export function buildMatrixCodeOps(
  { matrix, across, down }: ZplMatrix,
  placedBox: PlacedBox,
  elementId: string,
): SceneOp[] {
  if (across === down) {
    const { x0, y0 } = placedBox.box;
    const { rotation } = placedBox;
    return [
      {
        kind: 'matrix',
        elementId,
        x: x0,
        y: y0,
        moduleDots: across,
        rotation,
        quiet: 0,
        code: matrix,
      },
    ];
  }
  const { rotation, width } = placedBox;
  const isBackwards = rotation >= 180;
  return Array.from({ length: matrix.height }, (_, row): SceneOp => {
    const edges = listDarkModuleRuns(matrix, row, 0).map((edge) => edge * across);
    return {
      kind: 'bars',
      elementId,
      ...toMediaRect(placedBox, { x0: 0, x1: width, y0: row * down, y1: (row + 1) * down }),
      along: rotation % 180 === 0 ? 'x' : 'y',
      moduleDots: across,
      edges: isBackwards ? edges.map((edge) => width - edge).reverse() : edges,
      quiet: { before: 0, after: 0 },
    };
  });
}
