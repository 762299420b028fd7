import type { SymbolText } from './symbol.ts';
import { parseElementWidths, type Widths } from './widths.ts';

/**
 * Element widths of each digit in set A, seven modules each, space first (ISO/IEC 15420, table 1).
 */
const SET_A = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'
  .split(' ')
  .map(parseElementWidths);
/** Set B is set A reversed. */
const SET_B = SET_A.map((widths) => widths.toReversed());

export const GUARD = parseElementWidths('111');
export const CENTRE = parseElementWidths('11111');
/**
 * Element widths of digits in the given sets. A and C have the same widths; C starts with a bar.
 */
export function listDigitWidths(digits: string, sets: string): Widths[] {
  const widths: Widths[] = [];
  for (let i = 0; i < digits.length; i += 1)
    widths.push((sets[i] === 'B' ? SET_B : SET_A)[digits.charCodeAt(i) - 48] ?? GUARD);
  return widths;
}

/** Centres each digit over its seven modules, `pitch` apart. */
export function placeDigitTexts(digits: string, from: number, pitch = 7): SymbolText[] {
  const places: SymbolText[] = [];
  for (let i = 0; i < digits.length; i += 1) {
    const at = from + i * pitch;
    places.push({ text: digits.charAt(i), from: at, to: at + 7 });
  }
  return places;
}
