import { ensureCheckDigit } from './digits.ts';
import { createSymbolWithTextLine } from './symbol.ts';
import type { LinearSymbol } from './symbol.ts';
import { buildSymbolWidths, parseElementWidths } from './widths.ts';
import type { Widths } from './widths.ts';

/** Wide elements of each digit, as 1 among five (ISO/IEC 16390, table 1). */
const WIDE_ELEMENTS = '00110 10001 01001 11000 00101 10100 01100 00011 10010 01010'.split(' ');
/** Width of a wide element, in modules: GS1 allows 2.25 to 3 (General Specifications, 5.3). */
const WIDE_MODULES = 3;

const START = parseElementWidths('1111');
const STOP = Uint8Array.of(WIDE_MODULES, 1, 1);

/** Digit pairs 00 to 99: bars encode the first digit, spaces the second. */
const PAIRS = Array.from({ length: 100 }, (_, pair): Widths => {
  const [bars, spaces] = [
    WIDE_ELEMENTS[Math.floor(pair / 10)] ?? '',
    WIDE_ELEMENTS[pair % 10] ?? '',
  ];
  return Uint8Array.from({ length: 10 }, (__, i) =>
    (i % 2 === 0 ? bars : spaces)[i >> 1] === '1' ? WIDE_MODULES : 1,
  );
});

/** Element widths of an even number of digits (ISO/IEC 16390). */
export function computeItfWidths(digits: string): Widths {
  const pairs: number[] = [];
  for (let i = 0; i < digits.length; i += 2) pairs.push(Number(digits.slice(i, i + 2)));
  return buildSymbolWidths(PAIRS, pairs, { start: START, end: STOP });
}

/** Thirteen digits, or fourteen with the check digit. */
export function encodeItf14(content: string): LinearSymbol {
  const digits = ensureCheckDigit('ITF-14', content.trim(), 14);
  // Groups for reading: indicator, prefix and company, item, check digit.
  const text = `${digits.slice(0, 1)} ${digits.slice(1, 3)} ${digits.slice(3, 8)} ${digits.slice(8, 13)} ${digits.slice(13)}`;
  return createSymbolWithTextLine(computeItfWidths(digits), text, { bearerModules: 2 });
}
