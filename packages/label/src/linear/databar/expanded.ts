import { LabelError } from '../../errors.ts';
import { parseGs1 } from '../../gs1/parse.ts';
import { createSymbolWithTextLine } from '../symbol.ts';
import type { LinearSymbol } from '../symbol.ts';
import { computeDataBarCharacterWidths, EXPANDED } from './characters.ts';
import { type CompactedField, compactDataBarText, computePaddingBits } from './compaction.ts';
import { encodeCompressedFields } from './fields.ts';
import type { StackedSymbol } from './omnidirectional.ts';
import {
  buildSeparatorRow,
  buildModuleRow,
  buildStackedMatrix,
  buildAlternatingRow,
} from './rows.ts';
import type { Layer, ModuleRow } from './rows.ts';

const TITLE = 'GS1 DataBar 扩展式';
/** Minimum bar height in modules (ISO/IEC 24724, 7.1). */
const MIN_HEIGHT = 34;
/** Limits on symbol characters, including the check character. */
const CHARACTERS = { least: 4, most: 22 };
const CHARACTER_BITS = 12;

/**
 * Finder patterns A1, A2, B1 and so on: the second of each letter is the first reversed (table 9).
 */
const FINDERS = '18411 36411 34611 32811 26511 22911'.split(' ').flatMap((text) => {
  const widths = Array.from(text, Number);
  return [widths, widths.toReversed()];
});
/** Finder pattern sequences by number of finder patterns, from 2 (table 10). */
const SEQUENCES = [
  [0, 1],
  [0, 3, 2],
  [0, 5, 2, 7],
  [0, 9, 2, 7, 4],
  [0, 9, 2, 7, 6, 11],
  [0, 9, 2, 7, 8, 11, 10],
  [0, 1, 2, 3, 4, 5, 6, 7],
  [0, 1, 2, 3, 4, 5, 6, 9, 8],
  [0, 1, 2, 3, 4, 5, 6, 9, 10, 11],
  [0, 1, 2, 3, 4, 7, 6, 9, 8, 11, 10],
];

type Symbol = {
  /** Character widths in symbol order, the check character first. */
  characters: number[][];
  finders: number[][];
  text: string;
};

/** `columns` is the number of characters per row; the last row must not have only one. */
function buildExpandedSymbol(content: string, columns?: number): Symbol {
  const message = parseGs1(content);
  const { bits: header, lengthAt, text } = encodeCompressedFields(message);
  const filledField = encodeGeneralField(header, text, { columns, isFilled: true });
  // With added characters, a single final digit is not in the last character any more, so it is
  // encoded again.
  const { general, used, count } = filledField.isFilled
    ? filledField
    : encodeGeneralField(header, text, { columns, isFilled: false });
  if (count > CHARACTERS.most)
    throw new LabelError('code-not-encodable', `${TITLE} 的内容太长，放不进一个码`);
  const bits = [
    ...header,
    ...general.bits,
    ...computePaddingBits((count - 1) * CHARACTER_BITS - used, general.lastMode),
  ];
  if (lengthAt !== undefined) {
    bits[lengthAt] = count % 2;
    bits[lengthAt + 1] = count > 14 ? 1 : 0;
  }
  const values = Array.from({ length: count - 1 }, () => 0);
  for (const [i, bit] of bits.entries()) {
    const at = Math.floor(i / CHARACTER_BITS);
    values[at] = (values[at] ?? 0) * 2 + bit;
  }
  return assembleExpandedSymbol(values, message.text);
}

type FittedField = { general: CompactedField; used: number; count: number; isFilled: boolean };

/**
 * Encodes the general field; returns it with the bits used and the number of symbol characters.
 * `isFilled` is false if characters were added.
 */
function encodeGeneralField(
  header: readonly number[],
  text: string,
  { columns, isFilled }: { columns: number | undefined; isFilled: boolean },
): FittedField {
  const general = compactDataBarText(text, header.length, isFilled);
  if (general === undefined)
    throw new LabelError('code-not-encodable', `${TITLE} 里有它不能放的字符`);
  const usedBits = header.length + general.bits.length;
  const neededCharacters = Math.ceil(usedBits / CHARACTER_BITS) + 1;
  let count = Math.max(CHARACTERS.least, neededCharacters);
  if (columns !== undefined && count > columns && count % columns === 1) count += 1;
  return { general, used: usedBits, count, isFilled: count === neededCharacters };
}

function assembleExpandedSymbol(values: readonly number[], text: string): Symbol {
  const sequence = SEQUENCES[((values.length - 2) / 2) | 0] ?? [];
  const widths = values.map((value) => computeDataBarCharacterWidths(EXPANDED, value));
  const sum = widths.reduce(
    (total, width, i) => total + computeWeightedSum(width, sequence, i + 1),
    0,
  );
  const check = computeDataBarCharacterWidths(EXPANDED, (sum % 211) + 211 * (values.length - 3));
  return {
    // Characters to the right of their finder pattern are reversed.
    characters: [check, ...widths].map((width, i) => (i % 2 === 1 ? width.toReversed() : width)),
    finders: sequence.map((finder) => FINDERS[finder] ?? []),
    text,
  };
}

/** Covers every character of every finder pattern. */
const WEIGHTS = [1];
while (WEIGHTS.length < 16 * 12) WEIGHTS.push(((WEIGHTS.at(-1) ?? 0) * 3) % 211);

/**
 * Weights are powers of 3 modulo 211, eight per character; the adjacent finder pattern determines
 * the first exponent (7.2.6).
 */
function computeWeightedSum(
  widths: readonly number[],
  sequence: readonly number[],
  place: number,
): number {
  const exponent = (sequence[place >> 1] ?? 0) * 16 + (place % 2 === 1 ? 0 : -8);
  return widths.reduce((sum, width, i) => sum + width * (WEIGHTS[exponent + i] ?? 0), 0);
}

/** Elements of a range of characters with their finder patterns, between guards. */
function listSymbolElementWidths(
  { characters, finders }: Symbol,
  from: number,
  to: number,
): number[] {
  const elements = [1, 1];
  for (let i = from; i < Math.min(to, characters.length); i += 1) {
    elements.push(...(characters[i] ?? []));
    if (i % 2 === 0) elements.push(...(finders[i >> 1] ?? []));
  }
  return [...elements, 1, 1];
}

/**
 * GS1 DataBar Expanded: any element string. A GTIN with weight, price or date takes the fewest
 * characters.
 */
export function encodeDataBarExpanded(content: string): LinearSymbol {
  const symbol = buildExpandedSymbol(content);
  const elements = listSymbolElementWidths(symbol, 0, symbol.characters.length).slice(1);
  // The first space, and the last element if it is a space, belong to the quiet zone.
  const bars = elements.length % 2 === 0 ? elements.slice(0, -1) : elements;
  return createSymbolWithTextLine(Uint8Array.from(bars), symbol.text, {
    quiet: { left: 1, right: 1 },
    minHeight: MIN_HEIGHT,
  });
}

const GUARD_MODULES = 2;
const CHARACTER_MODULES = 17;
const FINDER_MODULES = 15;
const SEPARATORS = 3;

/**
 * Stacked version with an even number of characters per row, chosen for the largest module in a box
 * of this aspect ratio.
 * @throws LabelError `code-not-encodable`
 */
export function encodeDataBarExpandedStacked(
  content: string,
  { aspect = 2 }: { aspect?: number } = {},
): StackedSymbol {
  let best: { symbol: Symbol; columns: number } | undefined;
  let min = Infinity;
  for (let columns = 2; columns <= CHARACTERS.most; columns += 2) {
    let symbol: Symbol;
    try {
      symbol = buildExpandedSymbol(content, columns);
    } catch (error) {
      // Too long only because of the character added for the last row: try other columns.
      if (columns === 2 || !(error instanceof LabelError)) throw error;
      continue;
    }
    const rows = Math.ceil(symbol.characters.length / columns);
    const across = 2 * GUARD_MODULES + (columns / 2) * (2 * CHARACTER_MODULES + FINDER_MODULES);
    const down = rows * (MIN_HEIGHT + SEPARATORS) - SEPARATORS;
    const side = Math.max(across, down * aspect);
    if (side < min) [best, min] = [{ symbol, columns }, side];
    if (rows === 1) break;
  }
  if (best === undefined) throw new LabelError('code-not-encodable', `${TITLE} 的内容太长`);
  return {
    code: buildStackedMatrix(buildRowsAndSeparators(best.symbol, best.columns)),
    text: best.symbol.text,
  };
}

function buildRowsAndSeparators(symbol: Symbol, columns: number): Layer[] {
  const count = Math.ceil(symbol.characters.length / columns);
  const rows = Array.from({ length: count }, (_, row) => buildStackedRow(symbol, columns, row));
  const width = rows[0]?.row.length ?? 0;
  return rows.flatMap(({ row, separator }, i) => [
    ...(i === 0 ? [] : [{ row: separator, height: 1 }]),
    { row, height: MIN_HEIGHT },
    ...(i === count - 1
      ? []
      : [
          { row: separator, height: 1 },
          { row: buildAlternatingRow(width), height: 1 },
        ]),
  ]);
}

/**
 * Every second row is reversed or starts with a bar, so that finder patterns of adjacent rows are
 * mirrored (7.2.8).
 */
function buildStackedRow(
  symbol: Symbol,
  columns: number,
  index: number,
): { row: ModuleRow; separator: ModuleRow } {
  const from = index * columns;
  const characterCount = Math.min(columns, symbol.characters.length - from);
  const isOdd = index % 2 === 1;
  const isTurned = isOdd && columns % 4 === 0;
  const row = buildModuleRow(
    listSymbolElementWidths(symbol, from, from + columns),
    isOdd && !isTurned ? 1 : 0,
  );
  const pairs = Math.ceil(characterCount / 2);
  const finders = Array.from({ length: pairs }, (_, i) => {
    const at = GUARD_MODULES + CHARACTER_MODULES + i * (2 * CHARACTER_MODULES + FINDER_MODULES);
    return { from: at, to: at + FINDER_MODULES };
  });
  const separator = buildSeparatorRow(row, finders);
  if (!isTurned) return { row, separator };
  // A last row too short to be reversed is shifted by one module instead.
  return characterCount < columns && pairs % 2 === 1
    ? { row: [0, ...row], separator: [0, ...separator] }
    : { row: row.toReversed(), separator: separator.toReversed() };
}
