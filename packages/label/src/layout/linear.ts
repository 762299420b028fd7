import { LINEAR } from '../linear/linear.ts';
import type { Linear, LinearSymbol } from '../linear/symbol.ts';
import { describeElement } from '../placeholders.ts';
import type { GetRareEncoders } from '../rare-symbology.ts';
import type { DotRect } from '../scene.ts';
import type { LinearElement } from '../template.ts';
import { computeLargestModuleDots, encodeElementContent, layoutInSteps } from './code.ts';
import { reportLayoutError, resolveRareEncoders } from './context.ts';
import type { LayoutContext } from './context.ts';
import { roundToHalfDots } from './glyph-run.ts';
import { computeRoomForCodeText } from './hri.ts';
import { listBars, listBearerBars } from './linear-bars.ts';
import type { LinearFrame } from './linear-bars.ts';
import { layoutBarcodeText } from './linear-text.ts';
import { alignToStep, placeCode, toMediaRect } from './place.ts';

/** Minimum bar height, mm: lower bars cannot be scanned by hand. */
export const MIN_BAR_MM = 2;

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
  }: Pick<LinearFrame, 'element' | 'symbol' | 'module' | 'textHeight'> & { step: number },
): LinearFrame & { rect: DotRect; hasRoom: boolean } {
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
  { module, textHeight }: Pick<LinearFrame, 'module' | 'textHeight'>,
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
