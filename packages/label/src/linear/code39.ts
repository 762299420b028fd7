import { LabelError } from '../errors.ts';
import { sumOf } from './symbol.ts';
import type { LinearOptions, LinearSymbol } from './symbol.ts';

/** Characters in the order of their check values (ISO/IEC 16388, table B.1). */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
/** Wide elements of each, in the same order, bars and spaces in turn (table 1). */
const WIDE = (
  '000110100 100100001 001100001 101100000 000110001 100110000 001110000 000100101 100100100 001100100 ' +
  '100001001 001001001 101001000 000011001 100011000 001011000 000001101 100001100 001001100 000011100 ' +
  '100000011 001000011 101000010 000010011 100010010 001010010 000000111 100000110 001000110 000010110 ' +
  '110000001 011000001 111000000 010010001 110010000 011010000 010000101 110000100 011000100 010101000 ' +
  '010100010 010001010 000101010'
).split(' ');
const START_STOP = '010010100';
const WIDE_MODULES = 3;
/** Longer than any symbol a scanner reads in one pass. */
export const CODE39_MAX_LENGTH = 60;

/** The first character Code 39 and Codabar's kind cannot hold stops them; the message says what they can. */
export function encodeCode39(
  content: string,
  { withCheck = false }: LinearOptions = {},
): LinearSymbol {
  if (content === '' || content.length > CODE39_MAX_LENGTH)
    throw new LabelError('code-not-encodable', `Code 39 的内容须为 1–${CODE39_MAX_LENGTH} 个字符`);
  const values = Array.from(content, (character) => {
    const value = CHARACTERS.indexOf(character);
    if (value < 0)
      throw new LabelError(
        'code-not-encodable',
        `Code 39 不能包含“${character}”，只能放大写字母、数字、空格和 - . $ / + %`,
      );
    return value;
  });
  if (withCheck) values.push(values.reduce((sum, value) => sum + value, 0) % 43);
  const patterns = [START_STOP, ...values.map((value) => WIDE[value] ?? ''), START_STOP];
  const widths = patterns.flatMap((pattern, i) => [
    ...(i === 0 ? [] : [1]),
    ...Array.from(pattern, (wide) => (wide === '1' ? WIDE_MODULES : 1)),
  ]);
  const modules = sumOf(widths);
  const shown = values.map((value) => CHARACTERS[value]).join('');
  return {
    widths,
    modules,
    quiet: { left: 10, right: 10 },
    text: [{ text: `*${shown}*`, from: 0, to: modules }],
  };
}
