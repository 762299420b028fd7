import type { ModuleMatrix } from '../../matrix/module-matrix.ts';
import { createSymbolWithTextLine } from '../symbol.ts';
import type { LinearSymbol } from '../symbol.ts';
import { computeDataBarCharacterWidths, INNER, OUTER } from './characters.ts';
import { parseGtin } from './gtin.ts';
import {
  buildSeparatorRow,
  buildModuleRow,
  buildStackedMatrix,
  buildAlternatingRow,
} from './rows.ts';
import type { ModuleRow } from './rows.ts';

const TITLE = 'GS1 DataBar';
/** Element widths of the finder patterns (ISO/IEC 24724, table 4). */
const FINDERS = '38211 35511 33711 31911 27411 25611 23811 15711 13911'
  .split(' ')
  .map((widths) => Array.from(widths, Number));
const GUARD = [1, 1];
const HALF_VALUES = 4_537_077;
const INNER_VALUES = 1597;
/**
 * Minimum bar height in modules for omnidirectional scanning, and for a truncated symbol (5.1,
 * 5.3.1).
 */
const MIN_OMNIDIRECTIONAL_HEIGHT = 33;
export const DATABAR_MIN_HEIGHT = 13;

type Halves = { left: number[]; right: number[] };

/** Elements of the left and the right half, each with its guard; the halves meet in the middle. */
function encodeGtinHalves(gtin: string): Halves {
  const value = Number(gtin.slice(0, 13));
  const [high, low] = [Math.floor(value / HALF_VALUES), value % HALF_VALUES];
  const first = computeDataBarCharacterWidths(OUTER, Math.floor(high / INNER_VALUES));
  const second = computeDataBarCharacterWidths(INNER, high % INNER_VALUES);
  const third = computeDataBarCharacterWidths(OUTER, Math.floor(low / INNER_VALUES));
  const fourth = computeDataBarCharacterWidths(INNER, low % INNER_VALUES);
  const check = computeOmnidirectionalCheckValue(first.concat(second, third, fourth));
  const [leftFinder = [], rightFinder = []] = [FINDERS[Math.floor(check / 9)], FINDERS[check % 9]];
  return {
    left: GUARD.concat(first, leftFinder, second.reverse()),
    right: fourth.concat(rightFinder.toReversed(), third.reverse(), GUARD),
  };
}

/**
 * Sum of all widths, weighted with powers of 3, modulo 79; skips the two unused pairs of finder
 * patterns (5.2.2).
 */
function computeOmnidirectionalCheckValue(widths: readonly number[]): number {
  let [sum, weight] = [0, 1];
  for (const width of widths) {
    sum += width * weight;
    weight = (weight * 3) % 79;
  }
  const check = sum % 79;
  return check + (check >= 8 ? 1 : 0) + (check >= 71 ? 1 : 0);
}

/** GS1 DataBar Omnidirectional; a symbol lower than 33 modules is called truncated. */
export function encodeDataBar(content: string): LinearSymbol {
  const gtin = parseGtin(TITLE, content);
  const { left, right } = encodeGtinHalves(gtin);
  // The first space of the left guard belongs to the quiet zone.
  const widths = new Uint8Array(left.concat(right)).subarray(1);
  return createSymbolWithTextLine(widths, `(01)${gtin}`, {
    quiet: { left: 1, right: 1 },
    minHeight: DATABAR_MIN_HEIGHT,
  });
}

export type StackedSymbol = { code: ModuleMatrix; text: string };

/** Position of the finder pattern in the top and the bottom row, in modules. */
const TOP_FINDER = { from: 18, to: 31 };
const BOTTOM_FINDER = { from: 19, to: 32 };

/**
 * Two rows: GS1 DataBar Stacked Omnidirectional, or the low GS1 DataBar Stacked for small items
 * (5.3.2).
 */
export function encodeDataBarStacked(
  content: string,
  { isOmnidirectional = false }: { isOmnidirectional?: boolean } = {},
): StackedSymbol {
  const gtin = parseGtin(TITLE, content);
  const { left, right } = encodeGtinHalves(gtin);
  const top = buildModuleRow([...left, 1, 1], 0);
  const bottom = buildModuleRow([1, 1, ...right], 1);
  const text = `(01)${gtin}`;
  if (!isOmnidirectional) {
    const layers = [
      { row: top, height: 5 },
      { row: buildMiddleSeparatorRow(top, bottom), height: 1 },
      { row: bottom, height: 7 },
    ];
    return { code: buildStackedMatrix(layers), text };
  }
  const layers = [
    { row: top, height: MIN_OMNIDIRECTIONAL_HEIGHT },
    { row: buildSeparatorRow(top, [TOP_FINDER]), height: 1 },
    { row: buildAlternatingRow(top.length), height: 1 },
    { row: buildLowerSeparatorRow(bottom), height: 1 },
    { row: bottom, height: MIN_OMNIDIRECTIONAL_HEIGHT },
  ];
  return { code: buildStackedMatrix(layers), text };
}

/** Where both rows are equal, their complement; elsewhere the complement of the previous module. */
function buildMiddleSeparatorRow(top: ModuleRow, bottom: ModuleRow): ModuleRow {
  const separator = [0];
  for (let i = 1; i < top.length; i += 1)
    separator.push(1 - (top[i] === bottom[i] ? (top[i] ?? 0) : (separator[i - 1] ?? 0)));
  return separator.map((module, i) => (i < 4 || i >= top.length - 4 ? 0 : module));
}

/** The widest finder pattern has its own separator: light except for one module. */
function buildLowerSeparatorRow(bottom: ModuleRow): ModuleRow {
  const separator = buildSeparatorRow(bottom, [BOTTOM_FINDER]);
  const { from, to } = BOTTOM_FINDER;
  if (bottom.slice(from, to).join('') !== '1111111110111') return separator;
  return separator.map((module, i) => (i >= from && i < to ? Number(i === from + 10) : module));
}
