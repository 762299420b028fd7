import { isDark } from '../qr/encode.ts';
import type { QrCode } from '../qr/encode.ts';
import type { Rotation } from '../template.ts';

/** Dark runs of one drawn row as start, end pairs in modules, for a symbol turned clockwise. */
export function matrixRow(code: QrCode, row: number, rotation: Rotation): number[] {
  const last = code.size - 1;
  if (rotation === 0) return rowRuns(code, row);
  if (rotation === 180) {
    return rowRuns(code, last - row)
      .map((edge) => code.size - edge)
      .reverse();
  }
  return columnRuns(code, rotation === 90 ? row : last - row, rotation === 90);
}

/** Finds where modules change colour, a word at a time. */
function rowRuns({ rows, words, size }: QrCode, y: number): number[] {
  const edges: number[] = [];
  let carry = 0;
  for (let w = 0; w < words; w += 1) {
    const word = rows[y * words + w] ?? 0;
    let changes = word ^ ((word << 1) | carry);
    carry = word >>> 31;
    while (changes !== 0) {
      edges.push(w * 32 + 31 - Math.clz32(changes & -changes));
      changes &= changes - 1;
    }
  }
  // A run that fills the last word to its end has no change after it.
  if (edges.length % 2 === 1) edges.push(size);
  return edges;
}

function columnRuns(code: QrCode, x: number, isUpward: boolean): number[] {
  const edges: number[] = [];
  let before = false;
  for (let i = 0; i < code.size; i += 1) {
    const dark = isDark(code, x, isUpward ? code.size - 1 - i : i);
    if (dark !== before) edges.push(i);
    before = dark;
  }
  if (before) edges.push(code.size);
  return edges;
}
