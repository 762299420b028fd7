import { LabelError } from '../errors.ts';
import { FULL_ASCII } from './full-ascii.ts';
import { createSymbolWithTextLine } from './symbol.ts';
import type { LinearSymbol } from './symbol.ts';
import { buildSymbolWidths, parseElementWidths } from './widths.ts';

/**
 * Characters in the order of their values, followed by the shifts ($) (%) (/) (+) (AIM USS-93,
 * table 1).
 */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
const SHIFTS = '$%/+';
const FIRST_SHIFT = 43;
/** Element widths of the values 0–46: six elements, nine modules each. */
const WIDTHS = (
  '131112 111213 111312 111411 121113 121212 121311 111114 131211 141111 211113 211212 211311 221112 221211 231111 ' +
  '112113 112212 112311 122112 132111 111123 111222 111321 121122 131121 212112 212211 211122 211221 221121 222111 ' +
  '112122 112221 122121 123111 121131 311112 311211 321111 112131 113121 211131 121221 312111 311121 122211'
)
  .split(' ')
  .map(parseElementWidths);
const START = parseElementWidths('111141');
/** The start character plus one bar. */
const STOP = parseElementWidths('1111411');
/** Maximum number of characters: more than any symbol that a scanner reads in one pass. */
export const CODE93_MAX_LENGTH = 80;

/**
 * Encodes ASCII 0–127, with shifts where needed, and appends both check characters.
 * @throws LabelError `code-not-encodable`
 */
export function encodeCode93(content: string): LinearSymbol {
  if (content === '' || content.length > CODE93_MAX_LENGTH)
    throw new LabelError('code-not-encodable', `Code 93 的内容须为 1–${CODE93_MAX_LENGTH} 个字符`);
  const values: number[] = [];
  for (let i = 0; i < content.length; i += 1) {
    const codes = ASCII[content.charCodeAt(i)] ?? throwCode93CharacterError(content, i);
    for (const value of codes) values.push(value);
  }
  values.push(computeCode93CheckValue(values, 20));
  values.push(computeCode93CheckValue(values, 15));
  const widths = buildSymbolWidths(WIDTHS, values, { start: START, end: STOP });
  return createSymbolWithTextLine(widths, content);
}

/** Weights from the right run from 1 to `max` and repeat; modulo 47. */
function computeCode93CheckValue(values: readonly number[], max: number): number {
  let sum = 0;
  for (let i = values.length - 1, weight = 1; i >= 0; i -= 1) {
    sum += (values[i] ?? 0) * weight;
    weight = weight === max ? 1 : weight + 1;
  }
  return sum % 47;
}

function throwCode93CharacterError(content: string, at: number): never {
  const [character] = Array.from(content.slice(at));
  throw new LabelError(
    'code-not-encodable',
    `Code 93 不能包含“${character}”，只支持英文、数字和半角符号`,
  );
}

/** Values of each ASCII character: one value, or a shift and a letter (table 2). */
const ASCII = FULL_ASCII.map((pair, code) => {
  const index = CHARACTERS.indexOf(String.fromCharCode(code));
  return index >= 0
    ? [index]
    : [FIRST_SHIFT + SHIFTS.indexOf(pair.charAt(0)), CHARACTERS.indexOf(pair.charAt(1))];
});
