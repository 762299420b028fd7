import { LabelError } from '../errors.ts';
import { createSymbolWithTextLine } from './symbol.ts';
import type { LinearOptions, LinearSymbol } from './symbol.ts';
import { createCharacterIndexTable, buildSymbolWidths, parseWideNarrowPattern } from './widths.ts';

const CHARACTERS = '0123456789-$:/.+ABCD';
const VALUES = createCharacterIndexTable(CHARACTERS);
/** Width of a wide element, in modules. */
const WIDE = 3;
/**
 * Element widths of each character, with the gap after it, from its wide elements: four bars and
 * three spaces alternating (EN 798, table 1).
 */
const WIDTHS = (
  '0000011 0000110 0001001 1100000 0010010 1000010 0100001 0100100 0110000 1001000 ' +
  '0001100 0011000 1000101 1010001 1010100 0010101 0011010 0101001 0001011 0001110'
)
  .split(' ')
  .map((pattern) => parseWideNarrowPattern(`${pattern}0`, WIDE));
/** Maximum number of characters: more than any symbol that a scanner reads in one pass. */
export const CODABAR_MAX_LENGTH = 60;
const BARE = /^[0-9\-$:/.+]+$/;
const WITH_ENDS = /^[A-D][0-9\-$:/.+]+[A-D]$/;

/**
 * Encodes digits and - $ : / . + between start and stop letters A–D; uses A and A by default. The
 * check character makes the sum of all values, start and stop included, a multiple of 16 (EN 798,
 * annex A).
 * @throws LabelError `code-not-encodable`
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
  const fullText = withCheck
    ? ends.slice(0, -1) + computeCodabarCheckCharacter(ends) + ends.slice(-1)
    : ends;
  const widths = buildSymbolWidths(WIDTHS, listCodabarValues(fullText));
  // The gap after the stop character is not part of the symbol.
  return createSymbolWithTextLine(
    widths.subarray(0, -1),
    isBare ? fullText.slice(1, -1) : fullText,
  );
}

function listCodabarValues(text: string): number[] {
  const values: number[] = [];
  for (let i = 0; i < text.length; i += 1) values.push(VALUES[text.charCodeAt(i)] ?? 0);
  return values;
}

function computeCodabarCheckCharacter(text: string): string {
  let sum = 0;
  for (const value of listCodabarValues(text)) sum += value;
  return CHARACTERS.charAt((16 - (sum % 16)) % 16);
}
