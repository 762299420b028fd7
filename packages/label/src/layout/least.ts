import type { LinearSymbol } from '../linear/symbol.ts';
import type { MatrixSymbol, RareCodeSource } from '../rare.ts';
import { isLinear } from '../template.ts';
import type { CodeElement, Dpi, LinearElement, MatrixElement } from '../template.ts';
import { dotsOfModule, leastModuleDots } from './code.ts';
import { halfDots } from './glyph-run.ts';
import { textRoom } from './hri.ts';
import { barRoom, linearEncoder, SMALLEST_BAR_MM } from './linear.ts';
import { matrixEncoder } from './matrix.ts';
import { dotsPerMm } from './place.ts';

/** How small things may be drawn, told by the rules that draw and refuse them. */
export { COMFORTABLE_MODULE_MM } from '../comfortable-module.ts';
export { isSquare, SMALLEST_MODULE_MM } from './code.ts';
export { MIN_LINE_DOTS } from './shapes.ts';
export { dotsOfText, LEGIBLE_MM } from './text-fit.ts';

/** What a code should have at least; where the engine would not draw it so small, what it does draw. */
export type LeastCode = {
  moduleMm: number;
  /** Height of the bars of a linear one, in mm and in modules; what the engine asks for when left out. */
  barMm?: number;
  barModules?: number;
};

/** Light space on each side, in modules. */
export type Quiet = { left: number; right: number; above: number; below: number };

/** A code in the smallest box it is drawn in that way. */
export type LeastBox = {
  /** Dots of the narrowest bar, or of one side of a module (the X-dimension). */
  moduleDots: number;
  /** The whole element in dots: the code, its light space and its text. */
  widthDots: number;
  heightDots: number;
  quiet: Quiet;
};

type Input = LeastCode & { dpi: Dpi; rareCodes: RareCodeSource };

/**
 * The smallest box in which the engine draws an element's code, its content being whole and the element not turned. A code
 * of several shapes keeps the one it has in its own box.
 * Throws LabelError `code-not-encodable`; undefined while its encoder is not here.
 *
 * @example
 * leastBox(ean13, { dpi: 203, moduleMm: 0.25, rareCodes }); // 113 modules of 2 dots: widthDots 226, 28.25 mm
 */
export function leastBox(element: CodeElement, input: Input): LeastBox | undefined {
  return isLinear(element) ? leastLinear(element, input) : leastMatrix(element, input);
}

function leastLinear(element: LinearElement, input: Input): LeastBox | undefined {
  const { dpi, moduleMm, barMm = 0, barModules = 0, rareCodes } = input;
  const k = dotsPerMm(dpi);
  const symbol: LinearSymbol | undefined = linearEncoder(element, rareCodes)?.(element.content);
  if (symbol === undefined) return undefined;
  const { quiet, modules, leastHeight = 0 } = symbol;
  const leastModules = Math.max(leastHeight, barModules);
  const module = Math.max(dotsOfModule(moduleMm, k), leastModuleDots(element, k));
  const textHeight = getTextHeight(element, k);
  const bars = Math.max(barMm, SMALLEST_BAR_MM) * k;
  const room = Math.ceil(barRoom(symbol, bars, { module, textHeight }));
  return {
    moduleDots: module,
    widthDots: (quiet.left + modules + quiet.right) * module,
    heightDots: Math.max(room, leastModules * module) + textHeight,
    quiet: { ...quiet, above: 0, below: 0 },
  };
}

function leastMatrix(element: MatrixElement, input: Input): LeastBox | undefined {
  const { dpi, moduleMm, rareCodes } = input;
  const k = dotsPerMm(dpi);
  const textHeight = getTextHeight(element, k);
  const [width, height] = [element.widthMm * k, element.heightMm * k - textHeight];
  const encode = matrixEncoder(element, width / Math.max(1, height), rareCodes);
  const symbol: MatrixSymbol | undefined = encode?.(element.content);
  if (symbol === undefined) return undefined;
  const { code, quiet } = symbol;
  const module = Math.max(dotsOfModule(moduleMm, k), leastModuleDots(element, k));
  return {
    moduleDots: module,
    widthDots: (code.width + 2 * quiet) * module,
    heightDots: (code.height + 2 * quiet) * module + textHeight,
    quiet: { left: quiet, right: quiet, above: quiet, below: quiet },
  };
}

function getTextHeight(element: CodeElement, k: number): number {
  const hasText = 'showText' in element && element.showText;
  return hasText ? textRoom(halfDots(element.textSizeMm * k)) : 0;
}
