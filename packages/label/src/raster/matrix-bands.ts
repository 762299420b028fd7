import { computeTurnedSize } from '../matrix/module-matrix.ts';
import type { MatrixOp } from '../scene.ts';
import { listDarkModuleRuns } from './matrix-rows.ts';

/** Equal rows, and their dark runs as start, end pairs. */
export type Band = { y0: number; y1: number; runs: readonly number[] };

/** Rows of modules after rotation, in modules. */
export function listModuleBands({ code, rotation }: Pick<MatrixOp, 'code' | 'rotation'>): Band[] {
  const { height } = computeTurnedSize(code, rotation);
  return Array.from({ length: height }, (_, row) => ({
    y0: row,
    y1: row + 1,
    runs: listDarkModuleRuns(code, row, rotation),
  }));
}

/**
 * Rows of dots of a symbol with reduced dark areas, in dots. A dot stays dark only if all dots
 * within the reduction are dark. This reverses the dot gain of a print head, including corners.
 */
export function listShrunkModuleBands(op: MatrixOp, { left, top, right, bottom }: Shrink): Band[] {
  const module = op.moduleDots;
  const rows = listModuleBands(op).map(({ runs }) => runs);
  return rows.flatMap((ownRow, row) => {
    const y0 = row * module;
    const bands = [
      { y0, y1: y0 + top, runs: intersectRuns(ownRow, rows[row - 1] ?? []) },
      { y0: y0 + top, y1: y0 + module - bottom, runs: ownRow },
      {
        y0: y0 + module - bottom,
        y1: y0 + module,
        runs: intersectRuns(ownRow, rows[row + 1] ?? []),
      },
    ];
    return bands
      .filter((band) => band.y1 > band.y0)
      .map(({ runs, ...rest }) => ({
        ...rest,
        runs: runs.map((edge, i) => edge * module + (i % 2 === 0 ? left : -right)),
      }));
  });
}

type Shrink = NonNullable<MatrixOp['shrink']>;

/** Ranges that are dark in both rows. */
function intersectRuns(a: readonly number[], b: readonly number[]): number[] {
  const runs: number[] = [];
  let [i, j] = [0, 0];
  while (i + 1 < a.length && j + 1 < b.length) {
    const [endA = 0, endB = 0] = [a[i + 1], b[j + 1]];
    const start = Math.max(a[i] ?? 0, b[j] ?? 0);
    const end = Math.min(endA, endB);
    if (end > start) runs.push(start, end);
    if (endA <= endB) i += 2;
    if (endB <= endA) j += 2;
  }
  return runs;
}
