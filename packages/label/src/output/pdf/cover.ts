import { turnedSize } from '../../matrix/module-matrix.ts';
import { matrixRow } from '../../raster/matrix-rows.ts';
import type { MatrixOp } from '../../scene.ts';
import type { SymbolRects, UnitRect } from '../symbol-rects.ts';

/** Rectangles that cover the dark modules and nothing else; they may lie over each other. */
export type CoveredSymbol = Omit<SymbolRects, 'rects'> & {
  rects: UnitRect[];
  /** Those of the finder patterns, which touch no other modules and are alike in symbols of a size. */
  finders: UnitRect[];
  /** In modules. */
  size: { width: number; height: number };
};

type Modules = { width: number; height: number; dark: Uint8Array };

/** Few rows and columns that cover the dark modules: a fifth fewer than rows alone, where they may cross. */
export function coveredSymbol(op: MatrixOp): CoveredSymbol {
  const size = turnedSize(op.code, op.rotation);
  const modules = listModules(op, size);
  const finders = takeFinders(modules);
  const unit = { across: op.moduleDots, down: op.moduleDots };
  return { x: op.x, y: op.y, ...unit, rects: cover(modules), finders, size };
}

function listModules(op: MatrixOp, { width, height }: { width: number; height: number }): Modules {
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const runs = matrixRow(op.code, y, op.rotation);
    for (let i = 0; i + 1 < runs.length; i += 2)
      dark.fill(1, y * width + (runs[i] ?? 0), y * width + (runs[i + 1] ?? 0));
  }
  return { width, height, dark };
}

/** Modules across a finder pattern (ISO/IEC 18004, 6.3.3): a ring, and in it a square. */
const FINDER = 7;

/** Lightens the finder patterns in the corners, where light modules stand around them; what covers them. */
function takeFinders(modules: Modules): UnitRect[] {
  const { width, height, dark } = modules;
  const rects: UnitRect[] = [];
  for (const y of [0, height - FINDER])
    for (const x of [0, width - FINDER]) {
      if (!isFinder(modules, x, y)) continue;
      for (let row = y; row < y + FINDER; row += 1)
        dark.fill(0, row * width + x, row * width + x + FINDER);
      rects.push(
        { x, y, width: 7, height: 1 },
        { x, y: y + 6, width: 7, height: 1 },
        { x, y: y + 1, width: 1, height: 5 },
        { x: x + 6, y: y + 1, width: 1, height: 5 },
        { x: x + 2, y: y + 2, width: 3, height: 3 },
      );
    }
  return rects;
}

function isFinder({ width, height, dark }: Modules, left: number, top: number): boolean {
  if (width < 2 * FINDER - 3 || height < 2 * FINDER - 3) return false;
  for (let y = Math.max(0, top - 1); y < Math.min(height, top + FINDER + 1); y += 1)
    for (let x = Math.max(0, left - 1); x < Math.min(width, left + FINDER + 1); x += 1) {
      const ring = Math.max(Math.abs(x - left - 3), Math.abs(y - top - 3));
      if ((dark[y * width + x] === 1) !== (ring === 3 || ring < 2)) return false;
    }
  return true;
}

/** Runs of dark modules, those of the rows before those of the columns, each by its number. */
type Runs = {
  /** Its first module. */
  starts: number[];
  lengths: number[];
  /** How many are of the rows. */
  rows: number;
  /** Which run of a row and of a column a module is in. */
  rowAt: Int32Array;
  columnAt: Int32Array;
};

/**
 * Of the rows and columns some that cover all modules. A module is in one of each: where it is the last open one of its
 * row the column is as good as the row or better, so that it is taken; where no run has only one, the longest is.
 */
function cover(modules: Modules): UnitRect[] {
  const runs = listRuns(modules);
  const { starts, lengths, rows, rowAt, columnAt } = runs;
  const step = (run: number): number => (run < rows ? 1 : modules.width);
  /** How often modules are covered; how many of each run are not yet. */
  const covered = new Uint8Array(modules.dark.length);
  const open = lengths.slice();
  const lone: number[] = [];
  const taken: number[] = [];
  const less = (run: number): void => {
    open[run] = (open[run] ?? 0) - 1;
    if (open[run] === 1) lone.push(run);
  };
  const take = (run: number): void => {
    taken.push(run);
    let at = starts[run] ?? 0;
    for (let i = lengths[run] ?? 0; i > 0; i -= 1, at += step(run)) {
      covered[at] = (covered[at] ?? 0) + 1;
      if (covered[at] !== 1) continue;
      less(rowAt[at] ?? 0);
      less(columnAt[at] ?? 0);
    }
  };
  const takeLone = (): void => {
    for (let run = lone.pop(); run !== undefined; run = lone.pop()) {
      if (open[run] !== 1) continue;
      let at = starts[run] ?? 0;
      while (covered[at] !== 0) at += step(run);
      const crossing = (run < rows ? columnAt[at] : rowAt[at]) ?? 0;
      take(open[crossing] === 1 && (lengths[run] ?? 0) < (lengths[crossing] ?? 0) ? run : crossing);
    }
  };
  lengths.forEach((length, run) => {
    if (length === 1) lone.push(run);
  });
  takeLone();
  const longest = lengths
    .map((_, run) => run)
    .sort((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0));
  for (const run of longest) {
    if (open[run] === 0) continue;
    take(run);
    takeLone();
  }
  return taken.map((run) => trimmed(runs, run, { covered, width: modules.width }));
}

/** A run without the ends that others cover as well: sizes that are alike compress better. */
function trimmed(
  { starts, lengths, rows }: Runs,
  run: number,
  { covered, width }: { covered: Uint8Array; width: number },
): UnitRect {
  const step = run < rows ? 1 : width;
  let [from, length] = [starts[run] ?? 0, lengths[run] ?? 0];
  const isTwice = (at: number): boolean => {
    if (length === 1 || (covered[at] ?? 0) < 2) return false;
    covered[at] = 1;
    return true;
  };
  for (; isTwice(from); from += step) length -= 1;
  while (isTwice(from + (length - 1) * step)) length -= 1;
  const [x, y] = [from % width, Math.floor(from / width)];
  return run < rows ? { x, y, width: length, height: 1 } : { x, y, width: 1, height: length };
}

function listRuns({ width, height, dark }: Modules): Runs {
  const [starts, lengths]: [number[], number[]] = [[], []];
  const [rowAt, columnAt] = [new Int32Array(dark.length), new Int32Array(dark.length)];
  const add = (at: number, isFirst: boolean): number => {
    if (isFirst) {
      starts.push(at);
      lengths.push(0);
    }
    const run = starts.length - 1;
    lengths[run] = (lengths[run] ?? 0) + 1;
    return run;
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0, at = y * width; x < width; x += 1, at += 1)
      if (dark[at] === 1) rowAt[at] = add(at, x === 0 || dark[at - 1] === 0);
  const rows = starts.length;
  for (let x = 0; x < width; x += 1)
    for (let y = 0, at = x; y < height; y += 1, at += width)
      if (dark[at] === 1) columnAt[at] = add(at, y === 0 || dark[at - width] === 0);
  return { starts, lengths, rows, rowAt, columnAt };
}
