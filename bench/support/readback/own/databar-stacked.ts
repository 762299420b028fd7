import type { SimulatedPrint } from '@yunbiao/label/scan';
import { type Characters, getCharacter, getFinder, listWidths } from './element-widths.ts';
import { withCheckDigit } from './gtin.ts';
import { listRows } from './scan-lines.ts';

/** ISO/IEC 24724, characteristics of outside characters, of 16 modules, and inside ones, of 15. */
const OUTSIDE: Characters = {
  groups: [
    { from: 0, odd: [12, 8], even: [4, 1], second: 1 },
    { from: 161, odd: [10, 6], even: [6, 3], second: 10 },
    { from: 961, odd: [8, 4], even: [8, 5], second: 34 },
    { from: 2015, odd: [6, 3], even: [10, 6], second: 70 },
    { from: 2715, odd: [4, 1], even: [12, 8], second: 126 },
  ],
  end: 2841,
  narrow: 'even',
  second: 'even',
};
const INSIDE: Characters = {
  groups: [
    { from: 0, odd: [5, 2], even: [10, 7], second: 4 },
    { from: 336, odd: [7, 4], even: [8, 5], second: 20 },
    { from: 1036, odd: [9, 6], even: [6, 3], second: 48 },
    { from: 1516, odd: [11, 8], even: [4, 1], second: 81 },
  ],
  end: 1597,
  narrow: 'odd',
  second: 'odd',
};
const KINDS = {
  outside: { characters: OUTSIDE, modules: 16 },
  inside: { characters: INSIDE, modules: 15 },
};

/**
 * Finder patterns by value in the reading direction of the left one; the right one is its mirror
 * image.
 */
const FINDERS = [
  [3, 8, 2, 1, 1],
  [3, 5, 5, 1, 1],
  [3, 3, 7, 1, 1],
  [3, 1, 9, 1, 1],
  [2, 7, 4, 1, 1],
  [2, 5, 6, 1, 1],
  [2, 3, 8, 1, 1],
  [1, 5, 7, 1, 1],
  [1, 3, 9, 1, 1],
];

/** Half of a symbol: its two characters and its finder pattern. */
type Half = {
  side: 'left' | 'right';
  outside: { widths: number[]; value: number };
  inside: { widths: number[]; value: number };
  finder: number;
};

/**
 * Elements of a row from its first bar to its last: the left half ends in a guard with one bar
 * more, the right has complete guards.
 */
const LEFT_RUNS = 23;
const RIGHT_RUNS = 25;

function splitHalves(runs: readonly number[]): Half[] {
  let half: Half | undefined;
  if (runs.length === LEFT_RUNS) half = getHalf(runs.slice(1, -1), 'left');
  // Read from its end, it is built like the left one.
  if (runs.length === RIGHT_RUNS) half = getHalf(runs.slice(2, -2).reverse(), 'right');
  return half === undefined ? [] : [half];
}

/** An outside character, a finder pattern, and an inside character in reverse order. */
function getHalf(runs: readonly number[], side: Half['side']): Half | undefined {
  const outside = readCharacter(runs.slice(0, 8), 'outside');
  const inside = readCharacter(runs.slice(13).reverse(), 'inside');
  const bars = [...runs.slice(0, 8), ...runs.slice(13)];
  const module = bars.reduce((all, run) => all + run, 0) / (16 + 15);
  const finder = getFinder(runs.slice(8, 13), module, FINDERS);
  if (outside === undefined || inside === undefined || finder === undefined) return undefined;
  return { side, outside, inside, finder };
}

function readCharacter(
  runs: readonly number[],
  kind: keyof typeof KINDS,
): { widths: number[]; value: number } | undefined {
  const { characters, modules } = KINDS[kind];
  const widths = listWidths(runs, modules, characters.narrow);
  const value = widths && getCharacter(widths, characters);
  return widths === undefined || value === undefined ? undefined : { widths, value };
}

/**
 * Value of both finder patterns (ISO/IEC 24724, checksum of GS1 DataBar Omnidirectional): two pairs
 * are unused.
 */
function computeCheck(left: Half, right: Half): number {
  let [check, weight] = [0, 1];
  const widths = [left.outside, left.inside, right.outside, right.inside].flatMap(
    (character) => character.widths,
  );
  for (const width of widths) {
    check = (check + width * weight) % 79;
    weight = (weight * 3) % 79;
  }
  if (check >= 8) check += 1;
  return check >= 72 ? check + 1 : check;
}

const INSIDES = 1597;
const PAIRS = 4_537_077;
/** From this value on a symbol has a linked two-dimensional component. */
const LINKED = 10_000_000_000_000;

/**
 * Data of the two rows of a GS1 DataBar Stacked or Stacked Omnidirectional symbol, as scanners
 * transmit it.
 */
export function readDataBarStacked(print: SimulatedPrint): string[] {
  const halves = listRows(print, splitHalves);
  const told = new Set<string>();
  for (const [i, left] of halves.entries())
    for (const right of halves.slice(i + 1)) {
      if (left.side !== 'left' || right.side !== 'right') continue;
      if (computeCheck(left, right) !== left.finder * 9 + right.finder) continue;
      const getPair = ({ outside, inside }: Half): number => outside.value * INSIDES + inside.value;
      const value = getPair(left) * PAIRS + getPair(right);
      if (value < LINKED) told.add(`01${withCheckDigit(String(value).padStart(13, '0'))}`);
    }
  return [...told];
}
