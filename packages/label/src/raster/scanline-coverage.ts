/** Scanlines per row of dots. */
export const SUB_SCANLINES = 8;

/**
 * Crossings of polygon edges with each sub-scanline: `first[n]` … `first[n + 1]` index x and
 * direction.
 */
type Crossings = { first: Uint32Array; x: Float64Array; direction: Int8Array };

export function collectScanlineCrossings(
  points: Float64Array,
  starts: Uint32Array,
  top: number,
  lines: number,
): Crossings {
  const first = new Uint32Array(lines + 1);
  forEachEdge(points, starts, top, (from, to) => {
    for (let line = from; line < to; line += 1) first[line + 1] = (first[line + 1] ?? 0) + 1;
  });
  for (let line = 0; line < lines; line += 1)
    first[line + 1] = (first[line + 1] ?? 0) + (first[line] ?? 0);
  const total = first[lines] ?? 0;
  const x = new Float64Array(total);
  const direction = new Int8Array(total);
  const next = first.slice();
  forEachEdge(points, starts, top, (from, to, edge) => {
    for (let line = from; line < to; line += 1) {
      const at = next[line] ?? 0;
      next[line] = at + 1;
      const y = top + (line + 0.5) / SUB_SCANLINES;
      x[at] = edge.ax + ((y - edge.ay) * (edge.bx - edge.ax)) / (edge.by - edge.ay);
      direction[at] = edge.down ? 1 : -1;
    }
  });
  return { first, x, direction };
}

type Edge = { ax: number; ay: number; bx: number; by: number; down: boolean };

/**
 * Calls `visit` for each edge with the half-open range of sub-scanlines it crosses; a is always
 * above b.
 */
function forEachEdge(
  points: Float64Array,
  starts: Uint32Array,
  top: number,
  visit: (from: number, to: number, edge: Edge) => void,
): void {
  const edge: Edge = { ax: 0, ay: 0, bx: 0, by: 0, down: true };
  for (let polygon = 0; polygon < starts.length; polygon += 1) {
    const start = starts[polygon] ?? 0;
    const end = starts[polygon + 1] ?? points.length / 2;
    for (let i = start; i < end; i += 1) {
      const j = i + 1 === end ? start : i + 1;
      const y0 = points[i * 2 + 1] ?? 0;
      const y1 = points[j * 2 + 1] ?? 0;
      if (y0 === y1) continue;
      edge.down = y1 > y0;
      const [a, b] = edge.down ? [i, j] : [j, i];
      edge.ax = points[a * 2] ?? 0;
      edge.ay = points[a * 2 + 1] ?? 0;
      edge.bx = points[b * 2] ?? 0;
      edge.by = points[b * 2 + 1] ?? 0;
      const from = Math.ceil((edge.ay - top) * SUB_SCANLINES - 0.5);
      const to = Math.ceil((edge.by - top) * SUB_SCANLINES - 0.5);
      if (to > from) visit(from, to, edge);
    }
  }
}

/**
 * Adds the coverage of one sub-scanline: full dots as steps (summed later), partial dots as
 * fractions.
 */
export function addScanlineCoverage(
  crossings: Crossings,
  line: number,
  left: number,
  partial: Float64Array,
  steps: Float64Array,
): void {
  const from = crossings.first[line] ?? 0;
  const to = crossings.first[line + 1] ?? 0;
  if (to - from < 2) return;
  sortCrossings(crossings, from, to);
  let winding = 0;
  let spanStart = 0;
  for (let i = from; i < to; i += 1) {
    const x = (crossings.x[i] ?? 0) - left;
    const before = winding;
    winding += crossings.direction[i] ?? 0;
    if (before === 0) spanStart = x;
    else if (winding === 0) addSpanCoverage(spanStart, x, partial, steps);
  }
}

function addSpanCoverage(
  start: number,
  end: number,
  partial: Float64Array,
  steps: Float64Array,
): void {
  const first = Math.floor(start);
  const last = Math.floor(end);
  if (first === last) {
    partial[first] = (partial[first] ?? 0) + end - start;
    return;
  }
  partial[first] = (partial[first] ?? 0) + first + 1 - start;
  steps[first + 1] = (steps[first + 1] ?? 0) + 1;
  steps[last] = (steps[last] ?? 0) - 1;
  partial[last] = (partial[last] ?? 0) + end - last;
}

/** Insertion sort: a line has few crossings. */
function sortCrossings({ x, direction }: Crossings, from: number, to: number): void {
  for (let i = from + 1; i < to; i += 1) {
    const value = x[i] ?? 0;
    const crossingDirection = direction[i] ?? 0;
    let j = i - 1;
    while (j >= from && (x[j] ?? 0) > value) {
      x[j + 1] = x[j] ?? 0;
      direction[j + 1] = direction[j] ?? 0;
      j -= 1;
    }
    x[j + 1] = value;
    direction[j + 1] = crossingDirection;
  }
}

export function writeRowFromCoverage(
  bits: Uint8Array,
  row: number,
  width: number,
  partial: Float64Array,
  steps: Float64Array,
): void {
  let coveredLines = 0;
  for (let x = 0; x < width; x += 1) {
    coveredLines += steps[x] ?? 0;
    if (coveredLines + (partial[x] ?? 0) >= SUB_SCANLINES / 2) {
      const at = row + (x >> 3);
      bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  partial.fill(0);
  steps.fill(0);
}
