import { countModules } from './widths.ts';
import type { Widths } from './widths.ts';

/** Bars and spaces of a linear symbol, in modules (the X-dimension), without quiet zones. */
export type LinearSymbol = {
  /** Widths in modules, alternating bar and space; starts and ends with a bar. */
  widths: Widths;
  modules: number;
  /** Required quiet zones, in modules. */
  quiet: { left: number; right: number };
  /** Human readable interpretation, in positioned pieces. */
  text: readonly SymbolText[];
  /** Bars that extend down between the digits, as ranges of modules: the guards of EAN and UPC. */
  guards?: readonly ModuleRange[];
  /** First module of an add-on; its bars are lower, with its digits above them. */
  addOnAt?: number;
  /**
   * Thickness of the bearer bars above and below, in modules; they prevent partial reads by a
   * slanted scan (ITF-14).
   */
  bearerModules?: number;
  /** Minimum bar height, in modules. */
  minHeight?: number;
};

/** Half-open range of modules; may lie in the quiet zones. */
export type ModuleRange = { from: number; to: number };

/** Text centred over its modules. */
export type SymbolText = ModuleRange & { text: string };

export type LinearOptions = {
  /** Adds the check character of a symbology in `CHECK_OPTIONAL_NAMES`; the others ignore it. */
  withCheck?: boolean;
  /** Encodes all of ASCII in Code 39, as pairs of characters; the others ignore it. */
  fullAscii?: boolean;
};

/** A linear symbology: its display name and its encoder. */
export type Linear = {
  title: string;
  /** Throws LabelError `code-not-encodable` with a message for the member. */
  encode: (content: string, options?: LinearOptions) => LinearSymbol;
};

/** A symbol with one line of text, centred below its bars. */
export function createSymbolWithTextLine(
  widths: Widths,
  text: string,
  options: Partial<LinearSymbol> = {},
): LinearSymbol {
  const modules = countModules(widths);
  return { widths, modules, quiet: QUIET, text: [{ text, from: 0, to: modules }], ...options };
}

/** Ten modules on each side, as most standards require. */
const QUIET = { left: 10, right: 10 };
