/** The five code sets (ISO/IEC 16023, annex A); a character is told by its value in the active one. */
export const A = 0;
export const B = 1;
export const C = 2;
export const D = 3;
export const E = 4;
export const CODE_SETS = [A, B, C, D, E] as const;

/** Fills what is left over, in the sets A and B; set E has another, C and D have none. */
export const PAD = 33;
export const PAD_E = 28;
/** Nine digits in the five codewords that follow. */
export const NUMERIC_SHIFT = 31;
/** How characters above ASCII are meant: its number follows. */
export const ECI = 27;

/** Characters of consecutive values, from the first of these on. */
type Run = readonly [value: number, ...characters: readonly number[]];

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const write = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));

/** The separators FS, GS and RS have one value in the sets A to D. */
const SEPARATORS: Run = [28, 0x1c, 0x1d, 0x1e];
const SPACE: Run = [59, 0x20];

const RUNS: readonly (readonly Run[])[] = [
  [
    [0, 0x0d],
    [1, ...range(0x41, 0x5a)],
    SEPARATORS,
    [32, 0x20],
    // Without the exclamation mark, whose place is the pad's.
    [34, ...range(0x22, 0x3a)],
  ],
  [
    [0, ...range(0x60, 0x7a)],
    SEPARATORS,
    [32, 0x7b],
    [34, ...write('}~\u007f;<=>?[\\]^_ ,./:@!|')],
  ],
  [
    [0, ...range(192, 218)],
    SEPARATORS,
    [32, ...range(219, 223), 170, 172, 177, 178, 179, 181, 185, 186, 188, 189, 190],
    [48, ...range(128, 137)],
    SPACE,
  ],
  [
    [0, ...range(224, 250)],
    SEPARATORS,
    [32, ...range(251, 255), 161, 168, 171, 175, 176, 180, 183, 184, 187, 191, 138],
    [48, ...range(139, 148)],
    SPACE,
  ],
  [
    [0, ...range(0, 26)],
    [30, 27],
    [32, ...range(28, 31), 159, 160, ...range(162, 167), 169, 173, 174, 182],
    [48, ...range(149, 158)],
    SPACE,
  ],
];

const VALUES = RUNS.map((runs) => {
  const values = new Int8Array(256).fill(-1);
  for (const [first, ...characters] of runs)
    for (const [i, character] of characters.entries()) values[character] = first + i;
  return values;
});

/** Value of a byte in a code set, or -1. */
export function getValue(set: number, byte: number): number {
  return VALUES[set]?.[byte] ?? -1;
}

/** Leads to another set until the next such: from C, D and E back to A and B with one codeword. */
export function listLatch(from: number, to: number): readonly number[] {
  if (from === to) return [];
  if (to === A) return [from === B ? 63 : 58];
  if (to === B) return [63];
  // A shift, and the codeword that locks it in.
  return [58 + to, 58 + to];
}

/** Leads to another set for so many characters. */
export type Shift = { from: number; to: number; count: number; value: number };

export const SHIFTS: readonly Shift[] = [
  { from: A, to: B, count: 1, value: 59 },
  { from: B, to: A, count: 1, value: 59 },
  { from: B, to: A, count: 2, value: 56 },
  { from: B, to: A, count: 3, value: 57 },
  ...CODE_SETS.flatMap((from) =>
    [C, D, E].filter((to) => to !== from).map((to) => ({ from, to, count: 1, value: 58 + to })),
  ),
];
