import { LINEAR } from '../linear/linear.ts';
import type { Linear, LinearSymbol, ModuleRange } from '../linear/symbol.ts';
import { describeElement } from '../placeholders.ts';
import type { RareCodeSource } from '../rare.ts';
import type { BarsOp, DotRect } from '../scene.ts';
import type { LinearElement } from '../template.ts';
import { shapeText, getWidth } from '../text/shape.ts';
import type { ShapedCharacter } from '../text/shape.ts';
import { encoded, isOnLabel, moduleDots } from './code.ts';
import { fail, rareCodesFor } from './context.ts';
import type { LayoutContext } from './context.ts';
import { halfDots, placeGlyphs } from './glyph-run.ts';
import { CAP_HEIGHT, textGap, textRoom, warnShrunk } from './hri.ts';
import { rectOnMedia } from './place.ts';
import type { Placed } from './place.ts';

/** Lower bars cannot be hit by a hand-held scanner. */
export const SMALLEST_BAR_MM = 2;
/** Guard bars of EAN and UPC reach this far below the others, in modules (ISO/IEC 15420, 4.3.2). */
const GUARD_MODULES = 5;

/** A symbol in its box: everything in dots, before turning. */
type Frame = {
  element: LinearElement;
  symbol: LinearSymbol;
  placed: Placed;
  module: number;
  /** Where the bars begin; beside them stay their quiet zones. */
  start: number;
  /** Of the bars that are no guards. */
  barHeight: number;
  /** Of the line below the bars, the gap to them included; 0 without text. */
  textHeight: number;
  /** Bars are this much narrower than what they encode. */
  thinner: number;
};

export function layoutLinear(context: LayoutContext, element: LinearElement): void {
  const encode = linearEncoder(element, () => rareCodesFor(context, element));
  const symbol = encode && encoded(context, element, encode);
  if (symbol === undefined) return;
  const placed = context.placement.place(element);
  const { left, right } = symbol.quiet;
  const sizeDots = halfDots(element.textSizeMm * context.placement.dotsPerMm);
  const textHeight = element.showText ? textRoom(sizeDots) : 0;
  const barHeight = placed.height - textHeight;
  const module = moduleDots(
    context,
    element,
    { room: placed.width, modules: left + symbol.modules + right },
    ...(symbol.leastHeight === undefined ? [] : [{ room: barHeight, modules: symbol.leastHeight }]),
  );
  if (module === undefined) return;

  const { dotsPerMm } = context.placement;
  if (barHeight < barRoom(symbol, SMALLEST_BAR_MM * dotsPerMm, { module, textHeight })) {
    fail(
      context,
      element,
      'code-too-wide',
      `${describeElement(element)}高度不够，未画出：条的高度至少 ${SMALLEST_BAR_MM} mm`,
    );
    return;
  }
  const start = getStart(element, symbol, module, placed.width);
  // A bar of one module keeps a dot.
  const thinner = Math.min(context.placement.barReductionDots, module - 1);
  const frame = { element, symbol, placed, module, start, barHeight, textHeight, thinner };
  const length = symbol.modules * module;
  const whole = rectOnMedia(placed, { x0: start, x1: start + length, y0: 0, y1: barHeight });
  if (!isOnLabel(context, element, whole)) return;
  context.ops.push(...listBars(frame), ...listBearers(frame));
  if (element.showText) layoutDigits(context, frame, sizeDots);
}

/** Dots that bars of `barDots` take, with what stands above them and their bearer bars; the text below is not in it. */
export function barRoom(
  symbol: LinearSymbol,
  barDots: number,
  { module, textHeight }: Pick<Frame, 'module' | 'textHeight'>,
): number {
  const bearer = 2 * (symbol.bearer ?? 0) * module;
  const above = symbol.addOnAt === undefined ? 0 : textHeight;
  return barDots + bearer + above;
}

/** How an element's content becomes a symbol; undefined while its encoder is not here. */
export function linearEncoder(
  element: LinearElement,
  rareCodes: RareCodeSource,
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

function getStart(
  { align = 'center' }: LinearElement,
  { quiet, modules }: LinearSymbol,
  module: number,
  width: number,
): number {
  if (align === 'left') return quiet.left * module;
  if (align === 'right') return width - (modules + quiet.right) * module;
  const whole = (quiet.left + modules + quiet.right) * module;
  return Math.floor((width - whole) / 2) + quiet.left * module;
}

/** The bars of the symbol, of its guards below them, and of its add-on: each op is equally high. */
function listBars(frame: Frame): BarsOp[] {
  const { symbol, barHeight, textHeight, module } = frame;
  const { modules, quiet, guards = [], addOnAt = modules } = symbol;
  const reach = textHeight === 0 ? 0 : Math.min(GUARD_MODULES * module, Math.ceil(textHeight / 2));
  const main = { from: 0, to: Math.min(addOnAt, modules) };
  const ops = [
    barsOp(frame, {
      ...main,
      within: [main],
      // An add-on has its own light space behind it.
      quiet: { ...quiet, right: main.to === modules ? quiet.right : 0 },
      y0: (symbol.bearer ?? 0) * module,
      y1: barHeight - (symbol.bearer ?? 0) * module,
    }),
  ];
  if (reach > 0 && guards.length > 0) {
    const y1 = barHeight + reach;
    ops.push(barsOp(frame, { ...main, within: guards, quiet: NO_QUIET, y0: barHeight, y1 }));
  }
  if (addOnAt < modules) {
    const range = { from: addOnAt, to: modules };
    const y0 = textHeight;
    const quietBehind = { left: 0, right: quiet.right };
    ops.push(
      barsOp(frame, { ...range, within: [range], quiet: quietBehind, y0, y1: barHeight + reach }),
    );
  }
  return ops;
}

const NO_QUIET = { left: 0, right: 0 };

/** A range of the symbol, the bars of it that lie within others, and where they stand, in dots. */
type Strip = ModuleRange & {
  within: readonly ModuleRange[];
  quiet: LinearSymbol['quiet'];
  y0: number;
  y1: number;
};

/** Start and end of each bar of a strip, in modules from its start. */
function barEdges({ widths }: LinearSymbol, { from, within }: Strip): number[] {
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

/** Takes dots from both sides of each bar, the odd one from its end: where ink runs, it runs on both. */
function thinned(edges: number[], dots: number): number[] {
  if (dots === 0) return edges;
  const atStart = Math.floor(dots / 2);
  return edges.map((edge, i) => (i % 2 === 0 ? edge + atStart : edge - (dots - atStart)));
}

/** The bars of a strip, turned with the content. */
function barsOp({ element, symbol, placed, module, start, thinner }: Frame, strip: Strip): BarsOp {
  const { from, to, quiet, y0, y1 } = strip;
  const length = (to - from) * module;
  const x0 = start + from * module;
  const rect = rectOnMedia(placed, { x0, x1: x0 + length, y0, y1 });
  const edges = thinned(
    barEdges(symbol, strip).map((edge) => edge * module),
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

function listBearers({ element, symbol, placed, module, start, barHeight }: Frame) {
  const thick = (symbol.bearer ?? 0) * module;
  if (thick === 0) return [];
  const [x0, x1] = [start, start + symbol.modules * module];
  return [
    { x0, x1, y0: 0, y1: thick },
    { x0, x1, y0: barHeight - thick, y1: barHeight },
  ].map((rect: DotRect) => ({
    kind: 'rect' as const,
    elementId: element.id,
    ...rectOnMedia(placed, rect),
  }));
}

/** A piece of the human readable line: the dots it may take, and those it would like to stand in the middle of. */
type Piece = {
  line: readonly ShapedCharacter[];
  left: number;
  room: number;
  middle: number;
  isAbove: boolean;
};

/** The human readable interpretation, all of one size; controls show as spaces. */
function layoutDigits(context: LayoutContext, frame: Frame, sizeDots: number): void {
  const { element, placed, barHeight } = frame;
  const font = context.fonts[400];
  // In ems: it shrinks with the text.
  const spacing = ((element.textSpacingMm ?? 0) * context.placement.dotsPerMm) / sizeDots;
  const pieces = listPieces(context, frame);
  const most = Math.min(
    ...pieces.map(({ line, room }) => Math.floor((room * 2) / getWidth(line, spacing)) / 2),
  );
  const size = Math.min(sizeDots, Math.max(1, most));
  // Digits that stand in places of their own are made to fit them.
  if (size < sizeDots && pieces.length === 1) warnShrunk(context, element);
  for (const { line, left, room, middle, isAbove } of pieces) {
    const width = getWidth(line, spacing) * size;
    const start = Math.max(left, Math.min(middle - width / 2, left + room - width));
    const top = isAbove ? 0 : barHeight + textGap(sizeDots);
    const baseline = top + Math.round(size * CAP_HEIGHT);
    context.ops.push(
      ...placeGlyphs({ font, element, placed, line, sizeDots: size, spacing, start, baseline }),
    );
  }
}

function listPieces(
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
    // One line may be as wide as the box.
    return {
      line,
      left: 0,
      room: placed.width,
      middle: isCentred ? placed.width / 2 : middle,
      isAbove,
    };
  });
}
