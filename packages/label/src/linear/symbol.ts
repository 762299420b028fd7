import { modulesIn } from './widths.ts';
import type { Widths } from './widths.ts';

/** Bars and spaces of a linear symbol, in modules (the X-dimension), without its quiet zones. */
export type LinearSymbol = {
  /** Widths in modules, a bar first, then space and bar in turn; it ends in a bar. */
  widths: Widths;
  /** Sum of the widths. */
  modules: number;
  /** Light space the standard asks for beside the bars, in modules. */
  quiet: { left: number; right: number };
  /** The human readable interpretation, a piece a place. */
  text: readonly SymbolText[];
  /** Bars that reach down between the digits, as ranges of modules: the guards of EAN and UPC. */
  guards?: readonly ModuleRange[];
  /** An add-on symbol begins at this module: its bars stand lower, its digits above them. */
  addOnAt?: number;
  /** Thickness in modules of the bars above and below that keep a slanting scan from reading a part (ITF-14). */
  bearer?: number;
  /** The lowest the bars may be, in modules. */
  leastHeight?: number;
};

/** From a module on, up to before another; may lie in the quiet zones. */
export type ModuleRange = { from: number; to: number };

/** Characters in the middle of their modules. */
export type SymbolText = ModuleRange & { text: string };

export type LinearOptions = {
  /** Adds the check character of a symbology in `CHECK_OPTIONAL_NAMES`; the others do not look at it. */
  withCheck?: boolean;
  /** All of ASCII in Code 39, in pairs of its characters; the others do not look at it. */
  fullAscii?: boolean;
};

/** A linear symbology: its name for people, and its encoder. */
export type Linear = {
  title: string;
  /** Throws LabelError `code-not-encodable`, in words for the member. */
  encode: (content: string, options?: LinearOptions) => LinearSymbol;
};

/** A symbol whose text is one line in the middle of its bars. */
export function symbolWithLine(
  widths: Widths,
  text: string,
  more: Partial<LinearSymbol> = {},
): LinearSymbol {
  const modules = modulesIn(widths);
  return { widths, modules, quiet: QUIET, text: [{ text, from: 0, to: modules }], ...more };
}

/** Ten modules on each side, what most standards ask for. */
const QUIET = { left: 10, right: 10 };
