import type { PathOp } from '../scene.ts';
import type { Rotation } from '../template.ts';
import type { Bitmap } from './bitmap.ts';
import { blackenRowSpan } from './bitmap.ts';

/**
 * Coordinates are in whole sixteenths of a dot, so that comparisons are exact; the centre of a dot
 * is at 8.
 */
const UNITS = 16;
const CENTRE = 8;

/**
 * Crossings of edges with the centre lines of rows. `first[row]` … `first[row + 1]` index the first
 * column to the right of each crossing.
 */
type Crossings = { first: Uint32Array; column: Int32Array; direction: Int8Array };

/** Blackens the dots whose centre is inside; clips to the bitmap at no cost. */
export function fillPath({ width, height, stride, data }: Bitmap, op: PathOp): void {
  const crossings = collectEdgeCrossings(op, height);
  const { first, column, direction } = crossings;
  for (let row = 0; row < height; row += 1) {
    const [from = 0, to = 0] = [first[row], first[row + 1]];
    if (to - from < 2) continue;
    sortCrossings(crossings, from, to);
    let winding = 0;
    let start = 0;
    for (let i = from; i < to; i += 1) {
      const before = winding;
      winding += direction[i] ?? 0;
      if (before === 0) start = column[i] ?? 0;
      else if (winding === 0)
        blackenRowSpan(data, row * stride, Math.max(0, start), Math.min(width, column[i] ?? 0));
    }
  }
}

function collectEdgeCrossings({ rings, rotation }: PathOp, height: number): Crossings {
  const first = new Uint32Array(height + 1);
  forEachEdge(rings, { rotation, height }, (from, to) => {
    for (let row = from; row < to; row += 1) first[row + 1] = (first[row + 1] ?? 0) + 1;
  });
  for (let row = 0; row < height; row += 1)
    first[row + 1] = (first[row + 1] ?? 0) + (first[row] ?? 0);
  const total = first[height] ?? 0;
  const column = new Int32Array(total);
  const direction = new Int8Array(total);
  const next = first.slice();
  forEachEdge(rings, { rotation, height }, (from, to, edge) => {
    for (let row = from; row < to; row += 1) {
      const at = next[row] ?? 0;
      next[row] = at + 1;
      column[at] = findColumnRightOfEdge(edge, row, rotation);
      direction[at] = edge.down ? 1 : -1;
    }
  });
  return { first, column, direction };
}

/** Starts at the upper end; `dy` is above 0. */
type Edge = { x: number; y: number; dx: number; dy: number; down: boolean };

/** Calls `visit` for each edge with the half-open range of rows whose centre lines it crosses. */
function forEachEdge(
  rings: PathOp['rings'],
  { rotation, height }: { rotation: Rotation; height: number },
  visit: (from: number, to: number, edge: Edge) => void,
): void {
  const toFirstCrossedRow = (y: number): number => {
    const row = (y - CENTRE) / UNITS;
    // For a centre line exactly through a vertex see `findColumnRightOfEdge`.
    return rotation < 180 ? Math.ceil(row) : Math.floor(row) + 1;
  };
  for (const ring of rings) {
    let x = (ring.at(-2) ?? 0) * UNITS;
    let y = (ring.at(-1) ?? 0) * UNITS;
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [fromX, fromY] = [x, y];
      x = (ring[i] ?? 0) * UNITS;
      y = (ring[i + 1] ?? 0) * UNITS;
      const down = y > fromY;
      const [top, bottom] = down ? [fromY, y] : [y, fromY];
      const [from, to] = [
        Math.max(0, toFirstCrossedRow(top)),
        Math.min(height, toFirstCrossedRow(bottom)),
      ];
      if (to <= from) continue;
      const edge = down
        ? { x: fromX, y: fromY, dx: x - fromX, dy: y - fromY, down }
        : { x, y, dx: fromX - x, dy: fromY - y, down };
      visit(from, to, edge);
    }
  }
}

/**
 * Returns the first column whose centre is to the right of the edge. A centre exactly on the edge
 * counts as slightly lower and, by even less, to the right, both in the unrotated figure. A rotated
 * figure therefore has the same dots.
 */
function findColumnRightOfEdge({ x, y, dx, dy }: Edge, row: number, rotation: Rotation): number {
  const rowOffset = row * UNITS + CENTRE - y;
  // One division of integers below 2^53: rounding never crosses an integer.
  const column = (x * dy + rowOffset * dx - CENTRE * dy) / (UNITS * dy);
  if (!Number.isInteger(column)) return Math.ceil(column);
  const isRight = rotation === 0 ? dx <= 0 : rotation === 180 ? dx > 0 : rotation === 270;
  return isRight ? column : column + 1;
}

/** Insertion sort: a row has few crossings. */
function sortCrossings({ column, direction }: Crossings, from: number, to: number): void {
  for (let i = from + 1; i < to; i += 1) {
    const value = column[i] ?? 0;
    const crossingDirection = direction[i] ?? 0;
    let j = i - 1;
    while (j >= from && (column[j] ?? 0) > value) {
      column[j + 1] = column[j] ?? 0;
      direction[j + 1] = direction[j] ?? 0;
      j -= 1;
    }
    column[j + 1] = value;
    direction[j + 1] = crossingDirection;
  }
}
