import { computeTurnedSize } from '../../matrix/module-matrix.ts';
import { listDarkModuleRuns } from '../../raster/matrix-rows.ts';
import type { MatrixOp } from '../../scene.ts';
import type { SymbolRects, UnitRect } from '../symbol-rects.ts';

/** Rectangles that cover exactly the dark modules; they may overlap. */
export type CoveredSymbol = Omit<SymbolRects, 'rects'> & {
  rects: UnitRect[];
  /** Finder patterns, which touch no other modules and are equal in symbols of the same size. */
  finders: UnitRect[];
  /** Size in modules. */
  size: { width: number; height: number };
};

type Modules = { width: number; height: number; dark: Uint8Array };

/**
 * Covers the dark modules with few rows and columns that may cross; a fifth fewer rectangles than
 * with rows alone.
 */
export function coverSymbolWithRectangles(op: MatrixOp): CoveredSymbol {
  const size = computeTurnedSize(op.code, op.rotation);
  const modules = readDarkModules(op, size);
  const finders = removeFinderPatternsFromModules(modules);
  const unit = { across: op.moduleDots, down: op.moduleDots };
  return { x: op.x, y: op.y, ...unit, rects: coverModulesWithRuns(modules), finders, size };
}

function readDarkModules(
  op: MatrixOp,
  { width, height }: { width: number; height: number },
): Modules {
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const runs = listDarkModuleRuns(op.code, y, op.rotation);
    for (let i = 0; i + 1 < runs.length; i += 2)
      dark.fill(1, y * width + (runs[i] ?? 0), y * width + (runs[i + 1] ?? 0));
  }
  return { width, height, dark };
}

/** Modules across a finder pattern (ISO/IEC 18004, 6.3.3): a square in a ring. */
const FINDER = 7;

/**
 * Removes the finder patterns from the modules, if they are in the corners and surrounded by light
 * modules, and returns their rectangles.
 */
function removeFinderPatternsFromModules(modules: Modules): UnitRect[] {
  const { width, height, dark } = modules;
  const rects: UnitRect[] = [];
  for (const y of [0, height - FINDER])
    for (const x of [0, width - FINDER]) {
      if (!isFinderPattern(modules, x, y)) continue;
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

function isFinderPattern({ width, height, dark }: Modules, left: number, top: number): boolean {
  if (width < 2 * FINDER - 3 || height < 2 * FINDER - 3) return false;
  for (let y = Math.max(0, top - 1); y < Math.min(height, top + FINDER + 1); y += 1)
    for (let x = Math.max(0, left - 1); x < Math.min(width, left + FINDER + 1); x += 1) {
      const ring = Math.max(Math.abs(x - left - 3), Math.abs(y - top - 3));
      if ((dark[y * width + x] === 1) !== (ring === 3 || ring < 2)) return false;
    }
  return true;
}

/** Runs of dark modules, numbered: first those of the rows, then those of the columns. */
type Runs = {
  /** First module of each run. */
  starts: number[];
  lengths: number[];
  /** Number of row runs. */
  rows: number;
  /** Row run and column run of each module. */
  rowAt: Int32Array;
  columnAt: Int32Array;
};

/**
 * Chooses rows and columns that cover all modules. Each module is in one row run and one column
 * run. If it is the last open module of a row, the column is at least as good, so the column is
 * chosen, and vice versa. If no run has a single open module, the longest is chosen.
 */
function coverModulesWithRuns(modules: Modules): UnitRect[] {
  const runs = listModuleRuns(modules);
  const { starts, lengths, rows, rowAt, columnAt } = runs;
  const getRunStep = (run: number): number => (run < rows ? 1 : modules.width);
  /** Cover count per module, and number of open modules per run. */
  const covered = new Uint8Array(modules.dark.length);
  const openCounts = lengths.slice();
  const singleOpenRuns: number[] = [];
  const chosenRuns: number[] = [];
  const decrementOpenCount = (run: number): void => {
    openCounts[run] = (openCounts[run] ?? 0) - 1;
    if (openCounts[run] === 1) singleOpenRuns.push(run);
  };
  const chooseCoveringRun = (run: number): void => {
    chosenRuns.push(run);
    let at = starts[run] ?? 0;
    for (let i = lengths[run] ?? 0; i > 0; i -= 1, at += getRunStep(run)) {
      covered[at] = (covered[at] ?? 0) + 1;
      if (covered[at] !== 1) continue;
      decrementOpenCount(rowAt[at] ?? 0);
      decrementOpenCount(columnAt[at] ?? 0);
    }
  };
  const chooseForcedRuns = (): void => {
    for (let run = singleOpenRuns.pop(); run !== undefined; run = singleOpenRuns.pop()) {
      if (openCounts[run] !== 1) continue;
      let at = starts[run] ?? 0;
      while (covered[at] !== 0) at += getRunStep(run);
      const crossing = (run < rows ? columnAt[at] : rowAt[at]) ?? 0;
      chooseCoveringRun(
        openCounts[crossing] === 1 && (lengths[run] ?? 0) < (lengths[crossing] ?? 0)
          ? run
          : crossing,
      );
    }
  };
  lengths.forEach((length, run) => {
    if (length === 1) singleOpenRuns.push(run);
  });
  chooseForcedRuns();
  const longest = lengths
    .map((_, run) => run)
    .sort((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0));
  for (const run of longest) {
    if (openCounts[run] === 0) continue;
    chooseCoveringRun(run);
    chooseForcedRuns();
  }
  return chosenRuns.map((run) => trimCoveredRunEnds(runs, run, { covered, width: modules.width }));
}

/** Trims the ends of a run that other runs cover too: equal sizes compress better. */
function trimCoveredRunEnds(
  { starts, lengths, rows }: Runs,
  run: number,
  { covered, width }: { covered: Uint8Array; width: number },
): UnitRect {
  const step = run < rows ? 1 : width;
  let [from, length] = [starts[run] ?? 0, lengths[run] ?? 0];
  const uncoverDoublyCoveredModule = (at: number): boolean => {
    if (length === 1 || (covered[at] ?? 0) < 2) return false;
    covered[at] = 1;
    return true;
  };
  for (; uncoverDoublyCoveredModule(from); from += step) length -= 1;
  while (uncoverDoublyCoveredModule(from + (length - 1) * step)) length -= 1;
  const [x, y] = [from % width, Math.floor(from / width)];
  return run < rows ? { x, y, width: length, height: 1 } : { x, y, width: 1, height: length };
}

function listModuleRuns({ width, height, dark }: Modules): Runs {
  const [starts, lengths]: [number[], number[]] = [[], []];
  const [rowAt, columnAt] = [new Int32Array(dark.length), new Int32Array(dark.length)];
  const addModuleToRun = (at: number, isFirst: boolean): number => {
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
      if (dark[at] === 1) rowAt[at] = addModuleToRun(at, x === 0 || dark[at - 1] === 0);
  const rows = starts.length;
  for (let x = 0; x < width; x += 1)
    for (let y = 0, at = x; y < height; y += 1, at += width)
      if (dark[at] === 1) columnAt[at] = addModuleToRun(at, y === 0 || dark[at - width] === 0);
  return { starts, lengths, rows, rowAt, columnAt };
}
