import { ensureCheckDigit } from './digits.ts';
import type { LinearSymbol } from './symbol.ts';
import { CENTRE, GUARD, listDigitWidths, placeDigitTexts } from './ean-digits.ts';
import { joinSymbolAndAddOn, splitMainAndAddOn } from './ean-add-on.ts';

/** Sets of the left half of EAN-13; they encode the first digit (table 3). */
const LEADING_DIGIT_SETS = [
  'AAAAAA',
  'AABABB',
  'AABBAB',
  'AABBBA',
  'ABAABB',
  'ABBAAB',
  'ABBBAA',
  'ABABAB',
  'ABABBA',
  'ABBABA',
] as const;

/** Twelve or thirteen digits, and an add-on of two or five digits after a space (ISO/IEC 15420). */
export function encodeEan13(content: string): LinearSymbol {
  const { main, addOn } = splitMainAndAddOn('EAN-13', content);
  const digits = ensureCheckDigit('EAN-13', main, 13);
  const sets = LEADING_DIGIT_SETS[Number(digits[0])] ?? LEADING_DIGIT_SETS[0];
  const widths = [
    GUARD,
    ...listDigitWidths(digits.slice(1, 7), sets),
    CENTRE,
    ...listDigitWidths(digits.slice(7), 'CCCCCC'),
    GUARD,
  ];
  const text = [
    { text: digits.slice(0, 1), from: -9, to: -2 },
    ...placeDigitTexts(digits.slice(1, 7), 3),
    ...placeDigitTexts(digits.slice(7), 50),
  ];
  const guards = [
    { from: 0, to: 3 },
    { from: 45, to: 50 },
    { from: 92, to: 95 },
  ];
  return joinSymbolAndAddOn({ widths, quiet: { left: 11, right: 7 }, text, guards }, addOn);
}

/** Seven or eight digits, with an optional add-on. */
export function encodeEan8(content: string): LinearSymbol {
  const { main, addOn } = splitMainAndAddOn('EAN-8', content);
  const digits = ensureCheckDigit('EAN-8', main, 8);
  const widths = [
    GUARD,
    ...listDigitWidths(digits.slice(0, 4), 'AAAA'),
    CENTRE,
    ...listDigitWidths(digits.slice(4), 'CCCC'),
    GUARD,
  ];
  const text = [...placeDigitTexts(digits.slice(0, 4), 3), ...placeDigitTexts(digits.slice(4), 36)];
  const guards = [
    { from: 0, to: 3 },
    { from: 31, to: 36 },
    { from: 64, to: 67 },
  ];
  return joinSymbolAndAddOn({ widths, quiet: { left: 7, right: 7 }, text, guards }, addOn);
}

/**
 * Eleven or twelve digits, with an optional add-on: an EAN-13 with a leading 0, with the digits
 * placed as in North America.
 */
export function encodeUpcA(content: string): LinearSymbol {
  const { main, addOn } = splitMainAndAddOn('UPC-A', content);
  const digits = ensureCheckDigit('UPC-A', main, 12);
  const widths = [
    GUARD,
    ...listDigitWidths(digits.slice(0, 6), 'AAAAAA'),
    CENTRE,
    ...listDigitWidths(digits.slice(6), 'CCCCCC'),
    GUARD,
  ];
  const text = [
    { text: digits.slice(0, 1), from: -9, to: -2 },
    ...placeDigitTexts(digits.slice(1, 6), 10),
    ...placeDigitTexts(digits.slice(6, 11), 50),
    ...placeDigitTexts(digits.slice(11), 97),
  ];
  // The first and last digits are outside the bars, so their bars extend down as well.
  const guards = [
    { from: 0, to: 10 },
    { from: 45, to: 50 },
    { from: 85, to: 95 },
  ];
  return joinSymbolAndAddOn({ widths, quiet: { left: 9, right: 9 }, text, guards }, addOn);
}
