import { LabelError } from '../errors.ts';
import { requireDigits } from './digits.ts';
import type { LinearSymbol, ModuleRange, SymbolText } from './symbol.ts';
import { countModules, joinWidths, parseElementWidths, type Widths } from './widths.ts';
import { listDigitWidths, placeDigitTexts } from './ean-digits.ts';

/**
 * Sets of the two-digit add-on by value modulo 4, and of the five-digit add-on by checksum (tables
 * 7, 8).
 */
const ADD_ON_2 = ['AA', 'AB', 'BA', 'BB'] as const;
const ADD_ON_5 = [
  'BBAAA',
  'BABAA',
  'BAABA',
  'BAAAB',
  'ABBAA',
  'AABBA',
  'AAABB',
  'ABABA',
  'ABAAB',
  'AABAB',
] as const;

const ADD_ON_START = parseElementWidths('112');
const ADD_ON_BETWEEN = parseElementWidths('11');
/** Gap between a symbol and its add-on, in modules: at least 7 for EAN, 9 for UPC. */
const ADD_ON_GAP = 9;
const ADD_ON_QUIET = 5;

/**
 * Main digits, then the add-on after a space or plus. The match is unambiguous, so it is linear.
 */
const MAIN_AND_ADD_ON = /^([^ +]*)(?:[ +]+([^ +]*))?$/;

export function splitMainAndAddOn(title: string, content: string): { main: string; addOn: string } {
  const [, main, addOn = ''] = MAIN_AND_ADD_ON.exec(content.trim()) ?? [];
  if (main === undefined)
    throw new LabelError('code-not-encodable', `${title} 最多带一个附加码，用空格隔开`);
  requireDigits(title, main);
  requireDigits(title, addOn);
  if (![0, 2, 5].includes(addOn.length))
    throw new LabelError(
      'code-not-encodable',
      `${title} 的附加码是 2 位或 5 位数字，现在是 ${addOn.length} 位`,
    );
  return { main, addOn };
}

type Main = {
  widths: Widths[];
  quiet: LinearSymbol['quiet'];
  text: SymbolText[];
  guards: ModuleRange[];
};

function listAddOnWidths(digits: string): Widths[] {
  const sets =
    digits.length === 2 ? ADD_ON_2[Number(digits) % 4] : ADD_ON_5[computeAddOnChecksum(digits)];
  return listDigitWidths(digits, sets ?? '').flatMap((widths, i) => [
    i === 0 ? ADD_ON_START : ADD_ON_BETWEEN,
    widths,
  ]);
}

/** Checksum of a five-digit add-on: weights 3 and 9 alternate from the left; modulo 10. */
function computeAddOnChecksum(digits: string): number {
  return (
    Array.from(digits).reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 9 : 3), 0) % 10
  );
}

/**
 * An add-on of two or five digits without a main symbol; the caller draws the main symbol
 * separately.
 */
export function encodeEanAddOn(digits: string): LinearSymbol {
  requireDigits('附加码', digits);
  const widths = joinWidths(listAddOnWidths(digits));
  return {
    widths,
    modules: countModules(widths),
    quiet: { left: ADD_ON_GAP, right: ADD_ON_QUIET },
    text: placeAddOnText(digits, 0),
  };
}

/** Positions of the add-on's digits, for an add-on that starts at module `from`. */
function placeAddOnText(digits: string, from: number): SymbolText[] {
  return placeDigitTexts(
    digits,
    from + countModules(ADD_ON_START),
    7 + countModules(ADD_ON_BETWEEN),
  );
}

/** Joins the main symbol and the add-on after a gap; the add-on's digits are above its bars. */
export function joinSymbolAndAddOn(
  { widths: pieces, quiet, text, guards }: Main,
  addOn: string,
): LinearSymbol {
  const main = joinWidths(pieces);
  const modules = countModules(main);
  if (addOn === '') return { widths: main, modules, quiet, text, guards };
  const widths = joinWidths([main, Uint8Array.of(ADD_ON_GAP), ...listAddOnWidths(addOn)]);
  const addOnAt = modules + ADD_ON_GAP;
  return {
    widths,
    modules: countModules(widths),
    quiet: { ...quiet, right: ADD_ON_QUIET },
    text: [...text, ...placeAddOnText(addOn, addOnAt)],
    guards,
    addOnAt,
  };
}
