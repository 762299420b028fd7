import type { LinearSymbol } from '../linear/symbol.ts';
import type { MatrixSymbol, GetRareEncoders } from '../rare-symbology.ts';
import { isLinearCodeElement } from '../template.ts';
import type { CodeElement, Dpi, LinearElement, MatrixElement } from '../template.ts';
import { toModuleDots, computeMinimumModuleDots } from './code.ts';
import { roundToHalfDots } from './glyph-run.ts';
import { computeRoomForCodeText } from './hri.ts';
import { computeBarAreaHeight, createLinearEncoder, MIN_BAR_MM } from './linear.ts';
import { createMatrixCodeEncoder } from './matrix.ts';
import { getDotsPerMm } from './place.ts';

/** Minimum sizes, exported from the modules that enforce them. */
export { RECOMMENDED_MODULE_MM } from '../recommended-module.ts';
export { hasSquareModules, MIN_MODULE_MM } from './code.ts';
export { MIN_LINE_DOTS } from './shapes.ts';
export { toTextSizeDots, LEGIBLE_MM } from './text-fit.ts';

/** Requested minimum dimensions of a code. The engine's own minimum applies if it is larger. */
export type MinimumCodeSize = {
  moduleMm: number;
  /** Bar height of a linear code, mm and modules; the engine's minimum when omitted. */
  barMm?: number;
  barModules?: number;
};

/** Quiet zone on each side, in modules. */
export type QuietZone = { left: number; right: number; above: number; below: number };

/** Smallest box in which the engine draws a code. */
export type MinimumCodeBox = {
  /** X-dimension: dots of the narrowest bar, or of one side of a module. */
  moduleDots: number;
  /** The entire element in dots: code, quiet zone and text. */
  widthDots: number;
  heightDots: number;
  quiet: QuietZone;
};

type Input = MinimumCodeSize & { dpi: Dpi; rareCodes: GetRareEncoders };

/**
 * Computes the smallest box in which the engine draws an element's code. The content must not
 * contain placeholders, and the element must not be rotated. A symbology with several shapes keeps
 * the shape it has in the element's box. Throws LabelError `code-not-encodable`; returns undefined
 * while its encoder is not loaded.
 *
 * @example
 * // 113 modules of 2 dots: widthDots 226, 28.25 mm
 * computeMinimumCodeBox(ean13, { dpi: 203, moduleMm: 0.25, rareCodes });
 */
export function computeMinimumCodeBox(
  element: CodeElement,
  input: Input,
): MinimumCodeBox | undefined {
  return isLinearCodeElement(element)
    ? computeMinimumLinearCodeBox(element, input)
    : computeMinimumMatrixCodeBox(element, input);
}

function computeMinimumLinearCodeBox(
  element: LinearElement,
  input: Input,
): MinimumCodeBox | undefined {
  const { dpi, moduleMm, barMm = 0, barModules = 0, rareCodes } = input;
  const k = getDotsPerMm(dpi);
  const symbol: LinearSymbol | undefined = createLinearEncoder(
    element,
    rareCodes,
  )?.(element.content);
  if (symbol === undefined) return undefined;
  const { quiet, modules, minHeight: leastHeight = 0 } = symbol;
  const leastModules = Math.max(leastHeight, barModules);
  const module = Math.max(toModuleDots(moduleMm, k), computeMinimumModuleDots(element, k));
  const textHeight = computeTextHeight(element, k);
  const bars = Math.max(barMm, MIN_BAR_MM) * k;
  const room = Math.ceil(computeBarAreaHeight(symbol, bars, { module, textHeight }));
  return {
    moduleDots: module,
    widthDots: (quiet.left + modules + quiet.right) * module,
    heightDots: Math.max(room, leastModules * module) + textHeight,
    quiet: { ...quiet, above: 0, below: 0 },
  };
}

function computeMinimumMatrixCodeBox(
  element: MatrixElement,
  input: Input,
): MinimumCodeBox | undefined {
  const { dpi, moduleMm, rareCodes } = input;
  const k = getDotsPerMm(dpi);
  const textHeight = computeTextHeight(element, k);
  const [width, height] = [element.widthMm * k, element.heightMm * k - textHeight];
  const encode = createMatrixCodeEncoder(element, width / Math.max(1, height), rareCodes);
  const symbol: MatrixSymbol | undefined = encode?.(element.content);
  if (symbol === undefined) return undefined;
  const { code, quiet } = symbol;
  const module = Math.max(toModuleDots(moduleMm, k), computeMinimumModuleDots(element, k));
  return {
    moduleDots: module,
    widthDots: (code.width + 2 * quiet) * module,
    heightDots: (code.height + 2 * quiet) * module + textHeight,
    quiet: { left: quiet, right: quiet, above: quiet, below: quiet },
  };
}

function computeTextHeight(element: CodeElement, k: number): number {
  const hasText = 'showText' in element && element.showText;
  return hasText ? computeRoomForCodeText(roundToHalfDots(element.textSizeMm * k)) : 0;
}
