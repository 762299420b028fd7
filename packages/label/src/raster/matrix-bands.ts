import { turnedSize } from '../matrix/module-matrix.ts';
import type { MatrixOp } from '../scene.ts';
import { matrixRow } from './matrix-rows.ts';

/** Rows that are alike, and their dark runs as start, end pairs. */
export type Band = { y0: number; y1: number; runs: readonly number[] };

/** The rows of modules as drawn, in modules. */
export function moduleBands({ code, rotation }: Pick<MatrixOp, 'code' | 'rotation'>): Band[] {
  const { height } = turnedSize(code, rotation);
  return Array.from({ length: height }, (_, row) => ({
    y0: row,
    y1: row + 1,
    runs: matrixRow(code, row, rotation),
  }));
}

/**
 * The rows of dots of a symbol whose dark areas are made narrower, in dots: a dot stays dark when all are that lie within
 * what is taken. That undoes what a head adds to it, corners included.
 */
export function shrunkBands(op: MatrixOp, { left, top, right, bottom }: Shrink): Band[] {
  const module = op.moduleDots;
  const rows = moduleBands(op).map(({ runs }) => runs);
  return rows.flatMap((own, row) => {
    const y0 = row * module;
    const bands = [
      { y0, y1: y0 + top, runs: common(own, rows[row - 1] ?? []) },
      { y0: y0 + top, y1: y0 + module - bottom, runs: own },
      { y0: y0 + module - bottom, y1: y0 + module, runs: common(own, rows[row + 1] ?? []) },
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

/** What is dark in both rows. */
function common(a: readonly number[], b: readonly number[]): number[] {
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
