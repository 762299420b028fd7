import { LabelError } from '../errors.ts';
import { symbolWithLine } from './symbol.ts';
import type { LinearOptions, LinearSymbol } from './symbol.ts';
import { listPlaces, symbolWidths, wideWidths } from './widths.ts';

const CHARACTERS = '0123456789-$:/.+ABCD';
const VALUES = listPlaces(CHARACTERS);
/** Modules of a wide element. */
const WIDE = 3;
/** Widths of each, the gap behind it included; from its wide elements, four bars and three spaces in turn (EN 798, table 1). */
const WIDTHS = (
  '0000011 0000110 0001001 1100000 0010010 1000010 0100001 0100100 0110000 1001000 ' +
  '0001100 0011000 1000101 1010001 1010100 0010101 0011010 0101001 0001011 0001110'
)
  .split(' ')
  .map((pattern) => wideWidths(`${pattern}0`, WIDE));
/** Longer than any symbol a scanner reads in one pass. */
export const CODABAR_MAX_LENGTH = 60;
const BARE = /^[0-9\-$:/.+]+$/;
const WITH_ENDS = /^[A-D][0-9\-$:/.+]+[A-D]$/;

/**
 * Digits and - $ : / . +, between start and stop letters A–D: A and A where they are not given. The check character
 * makes the sum of all values, start and stop included, a multiple of 16 (EN 798, annex A).
 */
export function encodeCodabar(
  content: string,
  { withCheck = false }: LinearOptions = {},
): LinearSymbol {
  const text = content.toUpperCase();
  if (text.length === 0 || text.length > CODABAR_MAX_LENGTH)
    throw new LabelError('code-not-encodable', `Codabar 的内容须为 1–${CODABAR_MAX_LENGTH} 个字符`);
  const isBare = BARE.test(text);
  const ends = isBare ? `A${text}A` : text;
  if (!WITH_ENDS.test(ends))
    throw new LabelError(
      'code-not-encodable',
      'Codabar 只能放数字和 - $ : / . +，首尾可以各有一个 A 到 D 的字母',
    );
  const whole = withCheck ? ends.slice(0, -1) + computeCheck(ends) + ends.slice(-1) : ends;
  const widths = symbolWidths(WIDTHS, listValues(whole));
  // The gap behind the stop character is none of the symbol's.
  return symbolWithLine(widths.subarray(0, -1), isBare ? whole.slice(1, -1) : whole);
}

function listValues(text: string): number[] {
  const values: number[] = [];
  for (let i = 0; i < text.length; i += 1) values.push(VALUES[text.charCodeAt(i)] ?? 0);
  return values;
}

function computeCheck(text: string): string {
  let sum = 0;
  for (const value of listValues(text)) sum += value;
  return CHARACTERS.charAt((16 - (sum % 16)) % 16);
}
