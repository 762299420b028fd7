import type { SimulatedPrint } from '@yunbiao/label/scan';
import { type Characters, getCharacter, listWidths } from './element-widths.ts';
import { withCheckDigit } from './gtin.ts';
import { listRows } from './scan-lines.ts';

/** ISO/IEC 24724, characteristics of GS1 DataBar Limited's data characters. */
const DATA: Characters = {
  groups: [
    { from: 0, odd: [17, 6], even: [9, 3], second: 28 },
    { from: 183_064, odd: [13, 5], even: [13, 4], second: 728 },
    { from: 820_064, odd: [9, 3], even: [17, 6], second: 6454 },
    { from: 1_000_776, odd: [15, 5], even: [11, 4], second: 203 },
    { from: 1_491_021, odd: [11, 4], even: [15, 5], second: 2408 },
    { from: 1_979_845, odd: [19, 8], even: [7, 1], second: 1 },
    { from: 1_996_939, odd: [7, 1], even: [19, 8], second: 16_632 },
  ],
  end: 2_013_571,
  narrow: 'even',
  second: 'even',
};

/** Check characters by value: their first twelve elements; two narrow ones follow. */
const CHECKS = `
111111111133 111111111232 111111111331 111111121132 111111121231 111111131131 111112111132 111112111231
111112121131 111113111131 111211111132 111211111231 111211121131 111212111131 111311111131 121111111132
121111111231 121111121131 121112111131 121211111131 131111111131 111111112123 111111112222 111111112321
111111122122 111111122221 111111132121 111112112122 111112112221 111112122121 111113112121 111211112122
111211112221 111211122121 111212112121 111311112121 121111112122 121111112221 121111122121 121112112121
121211112121 131111112121 111111113113 111111113212 111111123112 111211113112 121111113112 111111211123
111111211222 111111211321 111111221122 111211211122 111211211221 111211221121 111212211121 111311211121
121111211122 121111211221 121211211121 111121111123 111121111222 111121111321 111121121122 111121121221
111122111122 121121111122 121121111221 121121121121 121122111121 121221111121 131121111121 112111111123
112111111222 112111111321 112111121122 112111121221 112111131121 112112111122 112112111221 112211111122
211111111222 211111111321 211111121122 211111121221 211111131121 211112111221 211112121121 211211111221
211111112212`
  .trim()
  .split(/\s+/)
  .map((widths) => `${widths}11`);

const MODULES = { data: 26, check: 18 };
/**
 * Elements from the first bar to the last: a guard bar, three characters of fourteen elements, and
 * a guard of a space and a bar.
 */
const RUNS = 1 + 3 * 14 + 2;
const CHARACTERS = 2_013_571;
/** Limit of a symbol without a linked component: the first digit is 0 or 1. */
const END = 2_000_000_000_000;

function getSymbol(runs: readonly number[]): string[] {
  if (runs.length !== RUNS) return [];
  const left = listWidths(runs.slice(1, 15), MODULES.data, 'even');
  const right = listWidths(runs.slice(29, 43), MODULES.data, 'even');
  const check = listWidths(runs.slice(15, 29), MODULES.check, 'even');
  if (left === undefined || right === undefined || check === undefined) return [];
  const [high, low] = [getCharacter(left, DATA), getCharacter(right, DATA)];
  if (high === undefined || low === undefined) return [];
  let [sum, weight] = [0, 1];
  for (const width of [...left, ...right]) {
    sum = (sum + width * weight) % 89;
    weight = (weight * 3) % 89;
  }
  if (CHECKS[sum] !== check.join('')) return [];
  const value = high * CHARACTERS + low;
  return value < END ? [`01${withCheckDigit(String(value).padStart(13, '0'))}`] : [];
}

/** Data of a GS1 DataBar Limited symbol, as scanners transmit it. */
export const readDataBarLimited = (print: SimulatedPrint): string[] => [
  ...new Set(listRows(print, getSymbol)),
];
