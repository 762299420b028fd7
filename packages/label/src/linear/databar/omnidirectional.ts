import type { ModuleMatrix } from '../../matrix/module-matrix.ts';
import { symbolWithLine } from '../symbol.ts';
import type { LinearSymbol } from '../symbol.ts';
import { characterWidths, INNER, OUTER } from './characters.ts';
import { getGtin } from './gtin.ts';
import { getComplement, moduleRow, stackedMatrix, zebra } from './rows.ts';
import type { ModuleRow } from './rows.ts';

const TITLE = 'GS1 DataBar';
/** Widths of the finder patterns (ISO/IEC 24724, table 4). */
const FINDERS = '38211 35511 33711 31911 27411 25611 23811 15711 13911'
  .split(' ')
  .map((widths) => Array.from(widths, Number));
const GUARD = [1, 1];
const HALF_VALUES = 4_537_077;
const INNER_VALUES = 1597;
/** Modules of the bars in the lowest symbol a scanner reads in any direction, and of a truncated one (5.1, 5.3.1). */
const HEIGHT = 33;
export const DATABAR_LEAST_HEIGHT = 13;

type Halves = { left: number[]; right: number[] };

/** The elements of either half with its guard: they meet in the middle. */
function splitHalves(gtin: string): Halves {
  const value = Number(gtin.slice(0, 13));
  const [high, low] = [Math.floor(value / HALF_VALUES), value % HALF_VALUES];
  const first = characterWidths(OUTER, Math.floor(high / INNER_VALUES));
  const second = characterWidths(INNER, high % INNER_VALUES);
  const third = characterWidths(OUTER, Math.floor(low / INNER_VALUES));
  const fourth = characterWidths(INNER, low % INNER_VALUES);
  const check = checkValue(first.concat(second, third, fourth));
  const [leftFinder = [], rightFinder = []] = [FINDERS[Math.floor(check / 9)], FINDERS[check % 9]];
  return {
    left: GUARD.concat(first, leftFinder, second.reverse()),
    right: fourth.concat(rightFinder.toReversed(), third.reverse(), GUARD),
  };
}

/** The sum of all widths, weighted with the powers of 3, modulo 79; two pairs of finder patterns are left out (5.2.2). */
function checkValue(widths: readonly number[]): number {
  let [sum, weight] = [0, 1];
  for (const width of widths) {
    sum += width * weight;
    weight = (weight * 3) % 79;
  }
  const check = sum % 79;
  return check + (check >= 8 ? 1 : 0) + (check >= 71 ? 1 : 0);
}

/** GS1 DataBar Omnidirectional; what is lower than 33 modules is called truncated. */
export function encodeDataBar(content: string): LinearSymbol {
  const gtin = getGtin(TITLE, content);
  const { left, right } = splitHalves(gtin);
  // The first space of the left guard is part of the light around the symbol.
  const widths = new Uint8Array(left.concat(right)).subarray(1);
  return symbolWithLine(widths, `(01)${gtin}`, {
    quiet: { left: 1, right: 1 },
    leastHeight: DATABAR_LEAST_HEIGHT,
  });
}

export type StackedSymbol = { code: ModuleMatrix; text: string };

/** Where a finder pattern stands in either row, from the modules of its bars on. */
const TOP_FINDER = { from: 18, to: 31 };
const BOTTOM_FINDER = { from: 19, to: 32 };

/** In two rows, for scanners that read in any direction or, low, for small things (5.3.2). */
export function encodeDataBarStacked(
  content: string,
  { isOmnidirectional = false }: { isOmnidirectional?: boolean } = {},
): StackedSymbol {
  const gtin = getGtin(TITLE, content);
  const { left, right } = splitHalves(gtin);
  const top = moduleRow([...left, 1, 1], 0);
  const bottom = moduleRow([1, 1, ...right], 1);
  const text = `(01)${gtin}`;
  if (!isOmnidirectional) {
    const layers = [
      { row: top, height: 5 },
      { row: between(top, bottom), height: 1 },
      { row: bottom, height: 7 },
    ];
    return { code: stackedMatrix(layers), text };
  }
  const layers = [
    { row: top, height: HEIGHT },
    { row: getComplement(top, [TOP_FINDER]), height: 1 },
    { row: zebra(top.length), height: 1 },
    { row: belowSeparator(bottom), height: 1 },
    { row: bottom, height: HEIGHT },
  ];
  return { code: stackedMatrix(layers), text };
}

/** Where both rows are equal the opposite of them, elsewhere the opposite of the module before. */
function between(top: ModuleRow, bottom: ModuleRow): ModuleRow {
  const separator = [0];
  for (let i = 1; i < top.length; i += 1)
    separator.push(1 - (top[i] === bottom[i] ? (top[i] ?? 0) : (separator[i - 1] ?? 0)));
  return separator.map((module, i) => (i < 4 || i >= top.length - 4 ? 0 : module));
}

/** Light below the widest finder pattern but for one module: it has no elements to go by. */
function belowSeparator(bottom: ModuleRow): ModuleRow {
  const separator = getComplement(bottom, [BOTTOM_FINDER]);
  const { from, to } = BOTTOM_FINDER;
  if (bottom.slice(from, to).join('') !== '1111111110111') return separator;
  return separator.map((module, i) => (i >= from && i < to ? Number(i === from + 10) : module));
}
