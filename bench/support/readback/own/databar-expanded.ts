import type { SimulatedPrint } from '@yunbiao/label/scan';
import { type Characters, getCharacter, getFinder, listWidths } from './element-widths.ts';
import { getMessage } from './databar-message.ts';
import { listRows } from './scan-lines.ts';

/** ISO/IEC 24724, characteristics of GS1 DataBar Expanded's characters, of 17 modules. */
const CHARACTERS: Characters = {
  groups: [
    { from: 0, odd: [12, 7], even: [5, 2], second: 4 },
    { from: 348, odd: [10, 5], even: [7, 4], second: 20 },
    { from: 1388, odd: [8, 4], even: [9, 5], second: 52 },
    { from: 2948, odd: [6, 3], even: [11, 6], second: 104 },
    { from: 3988, odd: [4, 1], even: [13, 8], second: 204 },
  ],
  end: 4096,
  narrow: 'odd',
  second: 'even',
};
const MODULES = 17;

/** Finder patterns A to F, then their mirror images. */
const FORWARD = [
  [1, 8, 4, 1, 1],
  [3, 6, 4, 1, 1],
  [3, 4, 6, 1, 1],
  [3, 2, 8, 1, 1],
  [2, 6, 5, 1, 1],
  [2, 2, 9, 1, 1],
];
const FINDERS = [...FORWARD, ...FORWARD.map((pattern) => pattern.toReversed())];
const FINDER_NAMES = 'ABCDEFabcdef';
/** Finder pattern sequences by their number; lower case is a mirrored pattern. */
const SEQUENCES = new Set([
  'Aa',
  'AbB',
  'AcBd',
  'AeBdC',
  'AeBdDf',
  'AeBdEfF',
  'AaBbCcDd',
  'AaBbCcDeE',
  'AaBbCcDeFf',
  'AaBbCdDeEfF',
]);

type Character = { widths: number[]; value: number };
/** The finder pattern names and characters of a row. */
type Row = { finders: string; characters: Character[] };

/** Elements of a block: a character, a finder pattern, and a character in reverse order. */
const BLOCK = 21;
const CHARACTER = 8;

/** A row read in both directions: some symbols draw every other row from right to left. */
const rowsOfRuns = (runs: readonly number[]): Row[] =>
  [runs, runs.toReversed()].flatMap((directed) =>
    [1, 2].flatMap((guard) => getRow(directed, guard) ?? []),
  );

/**
 * A row whose first guard has this many visible elements: one when it starts with a space, which
 * merges with the white before it.
 */
function getRow(runs: readonly number[], guard: number): Row | undefined {
  const elements = [21, 13].flatMap((last) =>
    Array.from({ length: 11 }, (_, blocks) => blocks * BLOCK + last),
  );
  const length = elements.find((many) => {
    // Colours alternate: the number of elements determines the colour that starts the last guard.
    const lastGuard = many % 2 === 1 ? guard : 3 - guard;
    return guard + many + lastGuard === runs.length;
  });
  if (length === undefined) return undefined;
  const row: Row = { finders: '', characters: [] };
  for (let at = guard; at < guard + length; at += BLOCK) {
    const block = runs.slice(at, Math.min(at + BLOCK, guard + length));
    const before = block.slice(0, CHARACTER);
    const after = block.slice(CHARACTER + 5).reverse();
    const module = before.reduce((all, run) => all + run, 0) / MODULES;
    const finder = getFinder(block.slice(CHARACTER, CHARACTER + 5), module, FINDERS);
    if (finder === undefined) return undefined;
    row.finders += FINDER_NAMES[finder];
    for (const side of after.length > 0 ? [before, after] : [before]) {
      const character = readCharacter(side);
      if (character === undefined) return undefined;
      row.characters.push(character);
    }
  }
  return row;
}

function readCharacter(runs: readonly number[]): Character | undefined {
  const widths = listWidths(runs, MODULES, CHARACTERS.narrow);
  const value = widths && getCharacter(widths, CHARACTERS);
  return widths === undefined || value === undefined ? undefined : { widths, value };
}

/** Rows in order whose finder patterns form a symbol. */
function listSymbols(rows: readonly Row[], above: Row = { finders: '', characters: [] }): Row[] {
  const symbols = SEQUENCES.has(above.finders) ? [above] : [];
  for (const [i, row] of rows.entries()) {
    const finders = above.finders + row.finders;
    if (![...SEQUENCES].some((sequence) => sequence.startsWith(finders))) continue;
    const characters = [...above.characters, ...row.characters];
    symbols.push(...listSymbols(rows.slice(i + 1), { finders, characters }));
  }
  return symbols;
}

/**
 * The checksum of all characters except the first, which holds it; weights depend on the finder
 * pattern next to the element.
 */
function computeCheck({ finders, characters }: Row): number {
  let sum = 0;
  for (const [i, { widths }] of characters.entries()) {
    if (i === 0) continue;
    const name = finders[i >> 1] ?? '';
    const finder = 2 * 'ABCDEF'.indexOf(name.toUpperCase()) + (name === name.toUpperCase() ? 0 : 1);
    // The character left of A would be the first.
    const place = 2 * finder + (i % 2) - 1;
    for (const [element, width] of widths.entries())
      sum += width * powerOfThree(CHARACTER * place + element);
  }
  return 211 * (characters.length - 4) + (sum % 211);
}

function powerOfThree(exponent: number): number {
  let power = 1;
  for (let i = 0; i < exponent; i += 1) power = (power * 3) % 211;
  return power;
}

/** Data of GS1 DataBar Expanded symbols, in one or several rows, as scanners transmit it. */
export function readDataBarExpanded(print: SimulatedPrint): string[] {
  const told = new Set<string>();
  for (const symbol of listSymbols(listRows(print, rowsOfRuns))) {
    const [check, ...data] = symbol.characters.map(({ value }) => value);
    if (check !== computeCheck(symbol)) continue;
    const message = getMessage(data);
    if (message !== undefined) told.add(message);
  }
  return [...told];
}
