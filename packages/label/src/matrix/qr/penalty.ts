import type { Frame } from './frame.ts';

/** Signed words: engines store values above 2^31 as heap objects. */
type BitRows = Int32Array;

/**
 * Mask penalty (ISO/IEC 18004, 7.8.3), computed on 32-module words. Modules outside the symbol are
 * light (the quiet zone), which is also the result of shifting in zeros.
 *
 * Stops early and returns a value ≥ `limit` when the mask cannot win any more.
 */
export function computeMaskPenalty(frame: Frame, rows: BitRows, limit: number): number {
  const { size, words } = frame;
  let dark = 0;
  for (let i = 0; i < size * words; i += 1) dark += countSetBits(rows[i] ?? 0);
  const total = size * size;
  // Rule 4: ten points for every full five percent of deviation from half dark.
  let penalty = Math.max(0, Math.ceil(Math.abs(dark * 20 - total * 10) / total) - 1) * 10;
  for (let y = 0; y < size; y += 1) {
    penalty += computeRowPenalty(rows, y * words, size, words);
    if (penalty >= limit) return penalty;
  }
  for (let w = 0; w < words; w += 1) {
    penalty += computeColumnPenalty(rows, w, size, words);
    // In some versions the last word has one column, but costs as much time as 32.
    if (penalty >= limit) return penalty;
  }
  return penalty;
}

/** Bit mask of the modules x with x + margin < size in word w. */
function computeInsideModuleMask(w: number, size: number, margin: number): number {
  const remainingModules = size - margin - w * 32;
  return remainingModules >= 32 ? -1 : remainingModules <= 0 ? 0 : (1 << remainingModules) - 1;
}

/** Rules 1 and 3 along the row that starts at word `row`. */
function computeRowPenalty(rows: BitRows, row: number, size: number, words: number): number {
  let penalty = 0;
  let runBefore = 0;
  // No window starts in the last four modules; in some versions they have their own word.
  const startWord = (size - 4 + 31) >> 5;
  for (let w = 0; w < startWord; w += 1) {
    const previous = w > 0 ? (rows[row + w - 1] ?? 0) : 0;
    const x = rows[row + w] ?? 0;
    const next = w + 1 < words ? (rows[row + w + 1] ?? 0) : 0;
    const x1 = (x >>> 1) | (next << 31);
    const x2 = (x >>> 2) | (next << 30);
    const x3 = (x >>> 3) | (next << 29);
    const x4 = (x >>> 4) | (next << 28);

    // A bit of `run` marks a window of five equal modules; a run of n ≥ 5 modules has n − 4 of
    // them.
    const sameDots = ~((x ^ x1) | (x ^ x2) | (x ^ x3) | (x ^ x4));
    const run = sameDots & computeInsideModuleMask(w, size, 4);
    if (run !== 0) penalty += countSetBits(run) + 2 * countSetBits(run & ~((run << 1) | runBefore));
    runBefore = run >>> 31;

    const core = x & ~x1 & x2 & x3 & x4 & ~((x >>> 5) | (next << 27)) & ((x >>> 6) | (next << 26));
    if (core !== 0) {
      const after = ~combineFourShiftedModules(x, next, 7) & core;
      const before = ~(
        (x << 1) |
        (previous >>> 31) |
        ((x << 2) | (previous >>> 30)) |
        ((x << 3) | (previous >>> 29)) |
        ((x << 4) | (previous >>> 28))
      );
      penalty += 40 * (countSetBits(after) + countSetBits(before & core));
    }
  }
  return penalty;
}

/** OR of the modules n, n + 1, n + 2 and n + 3 to the right. */
function combineFourShiftedModules(x: number, next: number, n: number): number {
  return (
    (x >>> n) |
    (next << (32 - n)) |
    ((x >>> (n + 1)) | (next << (31 - n))) |
    ((x >>> (n + 2)) | (next << (30 - n))) |
    ((x >>> (n + 3)) | (next << (29 - n)))
  );
}

/**
 * Rules 1 and 3 down 32 columns, and rule 2 for these columns and the next one. Reads each row once
 * and holds seven rows in variables.
 */
function computeColumnPenalty(rows: BitRows, w: number, size: number, words: number): number {
  let penalty = 0;
  const [columns, pairs] = [
    computeInsideModuleMask(w, size, 0),
    computeInsideModuleMask(w, size, 1),
  ];
  const isLast = w + 1 === words;
  const end = size * words;
  let above = 0;
  let x = rows[w] ?? 0;
  let x1 = rows[w + words] ?? 0;
  let x2 = rows[w + 2 * words] ?? 0;
  let x3 = rows[w + 3 * words] ?? 0;
  let x4 = rows[w + 4 * words] ?? 0;
  let x5 = rows[w + 5 * words] ?? 0;
  let right = x ^ ((x >>> 1) | (isLast ? 0 : (rows[w + 1] ?? 0) << 31));
  for (let at = w; at + words < end; at += words) {
    const aheadWord = at + 6 * words;
    const x6 = aheadWord < end ? (rows[aheadWord] ?? 0) : 0;
    const rightBelow = x1 ^ ((x1 >>> 1) | (isLast ? 0 : (rows[at + words + 1] ?? 0) << 31));
    const differing = x ^ x1;
    penalty += 3 * countSetBits(~(differing | right | rightBelow) & pairs);
    right = rightBelow;
    if (at + 4 * words < end) {
      const run = ~(differing | (x ^ x2) | (x ^ x3) | (x ^ x4)) & columns;
      if (run !== 0)
        penalty += countSetBits(run) + 2 * countSetBits(at === w ? run : run & (x ^ above));
    }
    const core = x & ~x1 & x2 & x3 & x4 & ~x5 & x6;
    if (core !== 0) penalty += 40 * countLightBesidePattern(rows, at, words, core);
    above = x;
    x = x1;
    x1 = x2;
    x2 = x3;
    x3 = x4;
    x4 = x5;
    x5 = x6;
  }
  return penalty;
}

/**
 * Counts the occurrences of four light modules above or below the rule 3 pattern that starts at
 * word `at`.
 */
function countLightBesidePattern(rows: BitRows, at: number, words: number, core: number): number {
  let above = 0;
  for (let n = 1; n <= 4; n += 1) above |= rows[at - n * words] ?? 0;
  let below = 0;
  for (let n = 7; n <= 10; n += 1) below |= rows[at + n * words] ?? 0;
  return countSetBits(core & ~above) + countSetBits(core & ~below);
}

/** Number of ones in a word of 32 modules. */
function countSetBits(value: number): number {
  let n = value - ((value >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
