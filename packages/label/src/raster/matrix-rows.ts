import { isDarkModule } from '../matrix/module-matrix.ts';
import type { ModuleMatrix } from '../matrix/module-matrix.ts';
import type { Rotation } from '../template.ts';

/** Dark runs of one row after clockwise rotation, as start, end pairs in modules. */
export function listDarkModuleRuns(code: ModuleMatrix, row: number, rotation: Rotation): number[] {
  if (rotation === 0) return listRowDarkRuns(code, row);
  if (rotation === 180) {
    return listRowDarkRuns(code, code.height - 1 - row)
      .map((edge) => code.width - edge)
      .reverse();
  }
  return rotation === 90
    ? listColumnDarkRuns(code, row, true)
    : listColumnDarkRuns(code, code.width - 1 - row, false);
}

/** Finds colour changes of modules, one word at a time. */
function listRowDarkRuns({ rows, words, width }: ModuleMatrix, y: number): number[] {
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
  // A run up to the end of the last word has no change after it.
  if (edges.length % 2 === 1) edges.push(width);
  return edges;
}

function listColumnDarkRuns(code: ModuleMatrix, x: number, isUpward: boolean): number[] {
  const { height } = code;
  const edges: number[] = [];
  let before = false;
  for (let i = 0; i < height; i += 1) {
    const dark = isDarkModule(code, x, isUpward ? height - 1 - i : i);
    if (dark !== before) edges.push(i);
    before = dark;
  }
  if (before) edges.push(height);
  return edges;
}
