import { withCheckDigit } from './digits.ts';
import { sumOf } from './symbol.ts';
import type { LinearSymbol } from './symbol.ts';

/** Wide elements of each digit, five a digit (ISO/IEC 16390, table 1). */
const WIDE = [
  '00110',
  '10001',
  '01001',
  '11000',
  '00101',
  '10100',
  '01100',
  '00011',
  '10010',
  '01010',
] as const;
/** Modules of a wide element: GS1 allows 2.25 to 3 (General Specifications, 5.3). */
const WIDE_MODULES = 3;

/** Thirteen digits, or fourteen with the check digit, in pairs: the bars say one digit, the spaces the next. */
export function encodeItf14(content: string): LinearSymbol {
  const digits = withCheckDigit('ITF-14', content.trim(), 14);
  const widths = [1, 1, 1, 1];
  for (let i = 0; i < digits.length; i += 2) {
    const bars = WIDE[Number(digits[i])] ?? WIDE[0];
    const spaces = WIDE[Number(digits[i + 1])] ?? WIDE[0];
    for (let j = 0; j < 5; j += 1) {
      widths.push(bars[j] === '1' ? WIDE_MODULES : 1, spaces[j] === '1' ? WIDE_MODULES : 1);
    }
  }
  widths.push(WIDE_MODULES, 1, 1);
  const modules = sumOf(widths);
  // As people read it: indicator, prefix and company, item, check digit.
  const text = `${digits.slice(0, 1)} ${digits.slice(1, 3)} ${digits.slice(3, 8)} ${digits.slice(8, 13)} ${digits.slice(13)}`;
  return {
    widths,
    modules,
    quiet: { left: 10, right: 10 },
    text: [{ text, from: 0, to: modules }],
    bearer: 2,
  };
}
