/**
 * The five code sets (ISO/IEC 16023, annex A). A character is encoded as its value in the active
 * set.
 */
export const CODE_SET_A = 0;
export const CODE_SET_B = 1;
export const CODE_SET_C = 2;
export const CODE_SET_D = 3;
export const CODE_SET_E = 4;
export const CODE_SETS = [CODE_SET_A, CODE_SET_B, CODE_SET_C, CODE_SET_D, CODE_SET_E] as const;

/** Padding in sets A and B; set E has its own, C and D have none. */
export const PAD = 33;
export const PAD_E = 28;
/** Encodes nine digits in the next five codewords. */
export const NUMERIC_SHIFT = 31;
/** Selects the interpretation of bytes above ASCII; the ECI number follows. */
export const ECI = 27;

/** Characters with consecutive values, starting at `value`. */
type Run = readonly [value: number, ...characters: readonly number[]];

const listRange = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const toCharCodes = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));

/** The separators FS, GS and RS have the same value in sets A to D. */
const SEPARATORS: Run = [28, 0x1c, 0x1d, 0x1e];
const SPACE: Run = [59, 0x20];

const RUNS: readonly (readonly Run[])[] = [
  [
    [0, 0x0d],
    [1, ...listRange(0x41, 0x5a)],
    SEPARATORS,
    [32, 0x20],
    // Skips the exclamation mark: its value is the pad.
    [34, ...listRange(0x22, 0x3a)],
  ],
  [
    [0, ...listRange(0x60, 0x7a)],
    SEPARATORS,
    [32, 0x7b],
    [34, ...toCharCodes('}~\u007f;<=>?[\\]^_ ,./:@!|')],
  ],
  [
    [0, ...listRange(192, 218)],
    SEPARATORS,
    [32, ...listRange(219, 223), 170, 172, 177, 178, 179, 181, 185, 186, 188, 189, 190],
    [48, ...listRange(128, 137)],
    SPACE,
  ],
  [
    [0, ...listRange(224, 250)],
    SEPARATORS,
    [32, ...listRange(251, 255), 161, 168, 171, 175, 176, 180, 183, 184, 187, 191, 138],
    [48, ...listRange(139, 148)],
    SPACE,
  ],
  [
    [0, ...listRange(0, 26)],
    [30, 27],
    [32, ...listRange(28, 31), 159, 160, ...listRange(162, 167), 169, 173, 174, 182],
    [48, ...listRange(149, 158)],
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
export function getCodeSetValue(set: number, byte: number): number {
  return VALUES[set]?.[byte] ?? -1;
}

/** Switches to another set until the next latch; from C, D and E back to A or B in one codeword. */
export function listLatchCodewords(from: number, to: number): readonly number[] {
  if (from === to) return [];
  if (to === CODE_SET_A) return [from === CODE_SET_B ? 63 : 58];
  if (to === CODE_SET_B) return [63];
  // A shift, followed by the codeword that locks it.
  return [58 + to, 58 + to];
}

/** Switches to another set for `count` characters. */
export type Shift = { from: number; to: number; count: number; value: number };

export const SHIFTS: readonly Shift[] = [
  { from: CODE_SET_A, to: CODE_SET_B, count: 1, value: 59 },
  { from: CODE_SET_B, to: CODE_SET_A, count: 1, value: 59 },
  { from: CODE_SET_B, to: CODE_SET_A, count: 2, value: 56 },
  { from: CODE_SET_B, to: CODE_SET_A, count: 3, value: 57 },
  ...CODE_SETS.flatMap((from) =>
    [CODE_SET_C, CODE_SET_D, CODE_SET_E]
      .filter((to) => to !== from)
      .map((to) => ({ from, to, count: 1, value: 58 + to })),
  ),
];
