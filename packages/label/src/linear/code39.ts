import { LabelError } from '../errors.ts';
import { FULL_ASCII } from './full-ascii.ts';
import { createSymbolWithTextLine } from './symbol.ts';
import type { LinearOptions, LinearSymbol } from './symbol.ts';
import { createCharacterIndexTable, buildSymbolWidths, parseWideNarrowPattern } from './widths.ts';

/** Characters in the order of their check values (ISO/IEC 16388, table B.1). */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
const VALUES = createCharacterIndexTable(CHARACTERS);
/** Width of a wide element, in modules. */
const WIDE = 3;
/**
 * Element widths of each character in the same order, with the gap after it, from its wide elements
 * (table 1).
 */
const WIDTHS = (
  '000110100 100100001 001100001 101100000 000110001 100110000 001110000 000100101 100100100 001100100 ' +
  '100001001 001001001 101001000 000011001 100011000 001011000 000001101 100001100 001001100 000011100 ' +
  '100000011 001000011 101000010 000010011 100010010 001010010 000000111 100000110 001000110 000010110 ' +
  '110000001 011000001 111000000 010010001 110010000 011010000 010000101 110000100 011000100 010101000 ' +
  '010100010 010001010 000101010'
)
  .split(' ')
  .map((pattern) => parseWideNarrowPattern(`${pattern}0`, WIDE));
const START = parseWideNarrowPattern('0100101000', WIDE);
const STOP = parseWideNarrowPattern('010010100', WIDE);
/** Maximum number of characters: more than any symbol that a scanner reads in one pass. */
export const CODE39_MAX_LENGTH = 60;

/**
 * Encodes capitals, digits, spaces and - . $ / + %, or all of ASCII with `fullAscii`. Throws
 * LabelError `code-not-encodable` that names the first other character.
 */
export function encodeCode39(
  content: string,
  { withCheck = false, fullAscii = false }: LinearOptions = {},
): LinearSymbol {
  if (content.length > CODE39_MAX_LENGTH) throwCode39LengthError();
  const data = fullAscii ? spellAsciiInCode39(content) : content;
  if (data === '' || data.length > CODE39_MAX_LENGTH) throwCode39LengthError(fullAscii);
  const values: number[] = [];
  let sum = 0;
  for (let i = 0; i < data.length; i += 1) {
    const value = VALUES[data.charCodeAt(i)] ?? -1;
    if (value < 0) throwCode39CharacterError(data, i);
    values.push(value);
    sum += value;
  }
  if (withCheck) values.push(sum % 43);
  const printedText = withCheck ? content + CHARACTERS.charAt(sum % 43) : content;
  const widths = buildSymbolWidths(WIDTHS, values, { start: START, end: STOP });
  return createSymbolWithTextLine(widths, `*${printedText}*`);
}

/**
 * Spells ASCII text in Code 39 characters: a pair for each character without its own, including $ /
 * + %.
 */
export function spellAsciiInCode39(content: string): string {
  let spelled = '';
  for (let i = 0; i < content.length; i += 1)
    spelled += FULL_ASCII[content.charCodeAt(i)] ?? throwFullAsciiCharacterError(content, i);
  return spelled;
}

function throwCode39LengthError(fullAscii = false): never {
  const hint = fullAscii ? '，小写字母和多数符号一个算两个' : '';
  throw new LabelError(
    'code-not-encodable',
    `Code 39 的内容须为 1–${CODE39_MAX_LENGTH} 个字符${hint}`,
  );
}

function throwCode39CharacterError(content: string, at: number): never {
  const [character = ''] = Array.from(content.slice(at));
  const hint = character <= '\u007f' ? '；要放小写字母和别的符号，打开“全 ASCII”' : '';
  throw new LabelError(
    'code-not-encodable',
    `Code 39 不能包含“${character}”，只能放大写字母、数字、空格和 - . $ / + %${hint}`,
  );
}

function throwFullAsciiCharacterError(content: string, at: number): never {
  const [character] = Array.from(content.slice(at));
  throw new LabelError(
    'code-not-encodable',
    `Code 39 打开全 ASCII 也不能包含“${character}”，只支持英文、数字和半角符号`,
  );
}
