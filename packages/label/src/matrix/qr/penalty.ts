import type { BitRows } from '../module-matrix.ts';
import type { Frame } from './frame.ts';

/**
 * Mask penalty (ISO/IEC 18004, 7.8.3) computed on whole 32-module words. Modules outside the symbol
 * are light (the quiet zone), which is also what shifting zeros in gives.
 *
 * Stops early and returns a value ≥ `limit` once the penalty can no longer win.
 */
export function penaltyOf(frame: Frame, rows: BitRows, limit: number): number {
  const { size, words } = frame;
  let dark = 0;
  for (let i = 0; i < size * words; i += 1) dark += popcount(rows[i] ?? 0);
  const total = size * size;
  // Rule 4: ten points for every whole five percent away from half dark.
  let penalty = Math.max(0, Math.ceil(Math.abs(dark * 20 - total * 10) / total) - 1) * 10;
  for (let y = 0; y < size; y += 1) {
    penalty += rowPenalty(rows, y * words, size, words) + columnPenalty(rows, y, size, words);
    if (penalty >= limit) return penalty;
  }
  return penalty;
}

/** Ones for the modules x with x + margin < size, in word w. */
function validMask(w: number, size: number, margin: number): number {
  const left = size - margin - w * 32;
  return left >= 32 ? -1 : left <= 0 ? 0 : (1 << left) - 1;
}

/** Rules 1 and 3 along the row that starts at word `row`. */
function rowPenalty(rows: BitRows, row: number, size: number, words: number): number {
  let penalty = 0;
  let runBefore = 0;
  for (let w = 0; w < words; w += 1) {
    const previous = w > 0 ? (rows[row + w - 1] ?? 0) : 0;
    const x = rows[row + w] ?? 0;
    const next = w + 1 < words ? (rows[row + w + 1] ?? 0) : 0;
    const x1 = (x >>> 1) | (next << 31);
    const x2 = (x >>> 2) | (next << 30);
    const x3 = (x >>> 3) | (next << 29);
    const x4 = (x >>> 4) | (next << 28);

    // A bit of `run` marks a window of five equal modules; a run of n ≥ 5 shows n − 4 of them.
    const same = ~((x ^ x1) | (x ^ x2) | (x ^ x3) | (x ^ x4));
    const run = same & validMask(w, size, 4);
    if (run !== 0) penalty += popcount(run) + 2 * popcount(run & ~((run << 1) | runBefore));
    runBefore = run >>> 31;

    const core = x & ~x1 & x2 & x3 & x4 & ~((x >>> 5) | (next << 27)) & ((x >>> 6) | (next << 26));
    if (core !== 0) {
      const after = ~shiftedOr(x, next, 7) & core;
      const before = ~(
        (x << 1) |
        (previous >>> 31) |
        ((x << 2) | (previous >>> 30)) |
        ((x << 3) | (previous >>> 29)) |
        ((x << 4) | (previous >>> 28))
      );
      penalty += 40 * (popcount(after) + popcount(before & core));
    }
  }
  return penalty;
}

/** OR of the modules n, n + 1, n + 2 and n + 3 to the right. */
function shiftedOr(x: number, next: number, n: number): number {
  return (
    (x >>> n) |
    (next << (32 - n)) |
    ((x >>> (n + 1)) | (next << (31 - n))) |
    ((x >>> (n + 2)) | (next << (30 - n))) |
    ((x >>> (n + 3)) | (next << (29 - n)))
  );
}

/** Rules 1 and 3 down the columns for what starts in row y, and rule 2 for rows y and y + 1. */
function columnPenalty(rows: BitRows, y: number, size: number, words: number): number {
  let penalty = 0;
  const at = (row: number, w: number): number =>
    row < 0 || row >= size ? 0 : (rows[row * words + w] ?? 0);
  for (let w = 0; w < words; w += 1) {
    const x = at(y, w);
    const below = at(y + 1, w);
    if (y + 1 < size) {
      const same = ~(x ^ below);
      const right = ~(x ^ ((x >>> 1) | ((w + 1 < words ? at(y, w + 1) : 0) << 31)));
      const rightBelow = ~(
        below ^
        ((below >>> 1) | ((w + 1 < words ? at(y + 1, w + 1) : 0) << 31))
      );
      penalty += 3 * popcount(same & right & rightBelow & validMask(w, size, 1));
    }
    const x2 = at(y + 2, w);
    const x3 = at(y + 3, w);
    const x4 = at(y + 4, w);
    if (y + 4 < size) {
      const run = ~((x ^ below) | (x ^ x2) | (x ^ x3) | (x ^ x4)) & validMask(w, size, 0);
      if (run !== 0) {
        const started = y === 0 ? run : run & (x ^ at(y - 1, w));
        penalty += popcount(run) + 2 * popcount(started);
      }
    }
    if (y + 6 < size) {
      const core = x & ~below & x2 & x3 & x4 & ~at(y + 5, w) & at(y + 6, w);
      if (core !== 0) {
        const after = ~(at(y + 7, w) | at(y + 8, w) | at(y + 9, w) | at(y + 10, w));
        const before = ~(at(y - 1, w) | at(y - 2, w) | at(y - 3, w) | at(y - 4, w));
        penalty += 40 * (popcount(core & after) + popcount(core & before));
      }
    }
  }
  return penalty;
}

function popcount(value: number): number {
  let n = value - ((value >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
