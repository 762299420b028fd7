import { withCheckDigit } from './digits.ts';
import { symbolWithLine } from './symbol.ts';
import type { LinearSymbol } from './symbol.ts';
import { symbolWidths, listWidths } from './widths.ts';
import type { Widths } from './widths.ts';

/** Wide elements of each digit, five a digit (ISO/IEC 16390, table 1). */
const WIDE = '00110 10001 01001 11000 00101 10100 01100 00011 10010 01010'.split(' ');
/** Modules of a wide element: GS1 allows 2.25 to 3 (General Specifications, 5.3). */
const WIDE_MODULES = 3;

const START = listWidths('1111');
const STOP = Uint8Array.of(WIDE_MODULES, 1, 1);

/** Each pair of digits, 00 to 99: the bars say the first, the spaces between them the second. */
const PAIRS = Array.from({ length: 100 }, (_, pair): Widths => {
  const [bars, spaces] = [WIDE[Math.floor(pair / 10)] ?? '', WIDE[pair % 10] ?? ''];
  return Uint8Array.from({ length: 10 }, (__, i) =>
    (i % 2 === 0 ? bars : spaces)[i >> 1] === '1' ? WIDE_MODULES : 1,
  );
});

/** Bars of an even number of digits (ISO/IEC 16390). */
export function itfWidths(digits: string): Widths {
  const pairs: number[] = [];
  for (let i = 0; i < digits.length; i += 2) pairs.push(Number(digits.slice(i, i + 2)));
  return symbolWidths(PAIRS, pairs, { start: START, end: STOP });
}

/** Thirteen digits, or fourteen with the check digit, in pairs. */
export function encodeItf14(content: string): LinearSymbol {
  const digits = withCheckDigit('ITF-14', content.trim(), 14);
  // As people read it: indicator, prefix and company, item, check digit.
  const text = `${digits.slice(0, 1)} ${digits.slice(1, 3)} ${digits.slice(3, 8)} ${digits.slice(8, 13)} ${digits.slice(13)}`;
  return symbolWithLine(itfWidths(digits), text, { bearer: 2 });
}
