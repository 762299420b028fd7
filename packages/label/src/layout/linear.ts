import { LINEAR } from '../linear/linear.ts';
import type { Linear, LinearSymbol, ModuleRange } from '../linear/symbol.ts';
import { describeElement } from '../placeholders.ts';
import type { GetRareEncoders } from '../rare-symbology.ts';
import type { BarsOp, DotRect } from '../scene.ts';
import type { LinearElement } from '../template.ts';
import { shapeText, measureLineWidth } from '../text/shape.ts';
import type { ShapedCharacter } from '../text/shape.ts';
import { computeLargestModuleDots, encodeElementContent, layoutInSteps } from './code.ts';
import { reportLayoutError, resolveRareEncoders } from './context.ts';
import type { LayoutContext } from './context.ts';
import { roundToHalfDots, placeGlyphs } from './glyph-run.ts';
import {
  CAP_HEIGHT,
  computeGapAboveCodeText,
  computeRoomForCodeText,
  warnTextShrunk,
} from './hri.ts';
import { alignToStep, placeCode, toMediaRect } from './place.ts';
import type { PlacedBox } from './place.ts';

/** Minimum bar height, mm: lower bars cannot be scanned by hand. */
export const MIN_BAR_MM = 2;
/** Extension of the EAN and UPC guard bars below the others, in modules (ISO/IEC 15420, 4.3.2). */
const GUARD_MODULES = 5;

/** A symbol in its box; all lengths in dots, before rotation. */
type Frame = {
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

export function layoutLinearCode(context: LayoutContext, element: LinearElement): void {
  const encode = createLinearEncoder(element, () => resolveRareEncoders(context, element));
  const symbol = encode && encodeElementContent(context, element, encode);
  if (symbol === undefined) return;
  const { dotsPerMm, place } = context.placement;
  const room = place(element);
  const { left, right } = symbol.quiet;
  const sizeDots = roundToHalfDots(element.textSizeMm * dotsPerMm);
  const textHeight = element.showText ? computeRoomForCodeText(sizeDots) : 0;
  const barHeight = room.height - textHeight;
  const module = computeLargestModuleDots(
    context,
    element,
    { room: room.width, modules: left + symbol.modules + right },
    ...(symbol.minHeight === undefined ? [] : [{ room: barHeight, modules: symbol.minHeight }]),
  );
  if (module === undefined) return;

  if (barHeight < computeBarAreaHeight(symbol, MIN_BAR_MM * dotsPerMm, { module, textHeight })) {
    reportLayoutError(
      context,
      element,
      'code-too-wide',
      `${describeElement(element)}高度不够，未画出：条的高度至少 ${MIN_BAR_MM} mm`,
    );
    return;
  }
  const frame = layoutInSteps(context, element, module, (stepped, step) =>
    createFrame(context, { element, symbol, module: stepped, step, textHeight }),
  );
  if (frame === undefined) return;
  context.ops.push(...listBars(frame), ...listBearerBars(frame));
  if (element.showText) layoutBarcodeText(context, frame, sizeDots);
}

/** Places the symbol with its box and its start at multiples of `step` dots. */
function createFrame(
  { placement }: LayoutContext,
  {
    element,
    symbol,
    module,
    step,
    textHeight,
  }: Pick<Frame, 'element' | 'symbol' | 'module' | 'textHeight'> & { step: number },
): Frame & { rect: DotRect; hasRoom: boolean } {
  const placedCode = placeCode(placement, element, step);
  const barHeight = placedCode.height - textHeight;
  const start = alignToStep(computeSymbolStart(element, symbol, module, placedCode.width), step);
  const leastHeight = Math.max(
    (symbol.minHeight ?? 0) * module,
    computeBarAreaHeight(symbol, MIN_BAR_MM * placement.dotsPerMm, { module, textHeight }),
  );
  return {
    element,
    symbol,
    placed: placedCode,
    module,
    start,
    barHeight,
    textHeight,
    // A bar of one module keeps at least one dot.
    thinner: Math.min(placement.barReductionDots, module - 1),
    rect: toMediaRect(placedCode, {
      x0: start,
      x1: start + symbol.modules * module,
      y0: 0,
      y1: barHeight,
    }),
    hasRoom: barHeight >= leastHeight,
  };
}

/**
 * Height in dots for bars of `barDots`, with bearer bars and the add-on's text above; excludes the
 * text below.
 */
export function computeBarAreaHeight(
  symbol: LinearSymbol,
  barDots: number,
  { module, textHeight }: Pick<Frame, 'module' | 'textHeight'>,
): number {
  const bearer = 2 * (symbol.bearerModules ?? 0) * module;
  const above = symbol.addOnAt === undefined ? 0 : textHeight;
  return barDots + bearer + above;
}

/** Returns the encoder of an element's symbology; undefined while it is not loaded. */
export function createLinearEncoder(
  element: LinearElement,
  rareCodes: GetRareEncoders,
): ((text: string) => LinearSymbol) | undefined {
  const { type } = element;
  const linear: Linear | undefined =
    type === 'databar' || type === 'databar-limited' || type === 'databar-expanded'
      ? rareCodes()?.linear[type]
      : LINEAR[type];
  const withCheck = 'withCheck' in element && element.withCheck;
  const fullAscii = element.type === 'code39' && element.fullAscii === true;
  return linear && ((text) => linear.encode(text, { withCheck, fullAscii }));
}

function computeSymbolStart(
  { align = 'center' }: LinearElement,
  { quiet, modules }: LinearSymbol,
  module: number,
  width: number,
): number {
  if (align === 'left') return quiet.left * module;
  if (align === 'right') return width - (modules + quiet.right) * module;
  const totalDots = (quiet.left + modules + quiet.right) * module;
  return Math.floor((width - totalDots) / 2) + quiet.left * module;
}

/**
 * Operations for the symbol, the extensions of its guard bars, and its add-on: the bars of one
 * operation are equally high.
 */
function listBars(frame: Frame): BarsOp[] {
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

/** A range of the symbol, with the bars inside `within`, and their vertical position in dots. */
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

/** Bars of a strip, rotated with the content. */
function createBarsOp(
  { element, symbol, placed, module, start, thinner }: Frame,
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

function listBearerBars({ element, symbol, placed, module, start, barHeight }: Frame) {
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

/** A piece of the human readable line: its available dots, and its preferred centre. */
type Piece = {
  line: readonly ShapedCharacter[];
  left: number;
  room: number;
  middle: number;
  isAbove: boolean;
};

/** Draws the human readable interpretation in one size; control characters show as spaces. */
function layoutBarcodeText(context: LayoutContext, frame: Frame, sizeDots: number): void {
  const { element, placed, barHeight } = frame;
  const font = context.fonts[400];
  // In ems, so that it shrinks with the text.
  const spacing = ((element.textSpacingMm ?? 0) * context.placement.dotsPerMm) / sizeDots;
  const pieces = listBarcodeTextPieces(context, frame);
  const maxSize = Math.min(
    ...pieces.map(({ line, room }) => Math.floor((room * 2) / measureLineWidth(line, spacing)) / 2),
  );
  const size = Math.min(sizeDots, Math.max(1, maxSize));
  // Digits with fixed positions are sized to fit, so no warning.
  if (size < sizeDots && pieces.length === 1) warnTextShrunk(context, element);
  for (const { line, left, room, middle, isAbove } of pieces) {
    const width = measureLineWidth(line, spacing) * size;
    const start = Math.max(left, Math.min(middle - width / 2, left + room - width));
    const top = isAbove ? 0 : barHeight + computeGapAboveCodeText(sizeDots);
    const baseline = top + Math.round(size * CAP_HEIGHT);
    context.ops.push(
      ...placeGlyphs({ font, element, placed, line, sizeDots: size, spacing, start, baseline }),
    );
  }
}

function listBarcodeTextPieces(
  context: LayoutContext,
  { element, symbol, placed, module, start }: Frame,
): Piece[] {
  const isAlone = symbol.text.length === 1;
  const isCentred = (element.align ?? 'center') === 'center';
  return symbol.text.map(({ text, from, to }): Piece => {
    const { lines } = shapeText(context.fonts[400], text.replaceAll(/[\u0000-\u001f\u007f]/g, ' '));
    const line = lines[0] ?? [];
    const [left, room] = [start + from * module, (to - from) * module];
    const isAbove = symbol.addOnAt !== undefined && from >= symbol.addOnAt;
    const middle = left + room / 2;
    if (!isAlone) return { line, left, room, middle, isAbove };
    // A single line may use the full width of the box.
    return {
      line,
      left: 0,
      room: placed.width,
      middle: isCentred ? placed.width / 2 : middle,
      isAbove,
    };
  });
}
