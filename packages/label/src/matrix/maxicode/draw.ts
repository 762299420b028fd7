import { createModuleMatrix, isDarkModule, setModuleDark } from '../module-matrix.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { COLUMNS, ROWS } from './grid.ts';

/**
 * Distance between the centres of the first and last hexagon of a row, mm (ISO/IEC 16023, 4.11 and
 * table 7, nominal).
 */
const LENGTH_MM = 25.5;
/**
 * Distance between the centres of neighbours in a row, mm; the row pitch is √3/2 of it, the hexagon
 * height 2/√3 of it.
 */
const PITCH_MM = LENGTH_MM / (COLUMNS - 1);
const ROW_MM = (PITCH_MM * Math.sqrt(3)) / 2;
const HEIGHT_MM = (PITCH_MM * 2) / Math.sqrt(3);
/**
 * Radii of the bull's eye circles, mm: light inside the first, dark up to the second, then
 * alternating.
 */
const RADII_MM = [0.51, 1.18, 1.86, 2.53, 3.2, 3.87];
/** Position of the hexagon at the centre of the bull's eye. */
const MIDDLE = { column: 14, row: 16 };
/** Gap between hexagons, mm: heat and ink spread, and merged hexagons are hard to read. */
const GAP_MM = 0.1;

/** A hexagon standing on a point, as the first and the end dot of each row. */
type Hexagon = { width: number; rows: readonly (readonly [from: number, to: number])[] };

/**
 * Draws a symbol of fixed size in dots, one module per dot, without quiet zone. All hexagons have
 * the same shape in whole dots. Each position is rounded separately, so that the overall size is
 * right at resolutions whose dots do not divide the pitch; neighbours may be one dot closer or
 * farther apart.
 */
export function drawMaxiCode(grid: ModuleMatrix, dotsPerMm: number): ModuleMatrix {
  const k = dotsPerMm;
  const hexagon = createHexagon(k);
  const height = hexagon.rows.length;
  const computeHexagonLeftDots = (column: number, row: number): number =>
    Math.round((column + (row % 2) / 2) * PITCH_MM * k);
  const computeHexagonTopDots = (row: number): number => Math.round(row * ROW_MM * k);
  const dots = createModuleMatrix(
    computeHexagonLeftDots(COLUMNS - 1, 0) + hexagon.width,
    computeHexagonTopDots(ROWS - 1) + height,
  );
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1)
      if (isDarkModule(grid, column, row))
        drawHexagon(dots, hexagon, computeHexagonLeftDots(column, row), computeHexagonTopDots(row));
  const { column, row } = MIDDLE;
  drawBullsEye(dots, k, {
    x: computeHexagonLeftDots(column, row) + hexagon.width / 2,
    y: computeHexagonTopDots(row) + height / 2,
  });
  return dots;
}

/** Creates the rows of a hexagon: the dots whose centres are inside. */
function createHexagon(k: number): Hexagon {
  const gap = Math.round(GAP_MM * k);
  const width = Math.floor(PITCH_MM * k - gap);
  const height = Math.round(HEIGHT_MM * k - gap);
  const rows = Array.from({ length: height }, (_, y): [number, number] => {
    const distance = Math.abs(y + 0.5 - height / 2);
    // The sides are vertical in the middle half and slanted above and below.
    const share = Math.min(1, (height / 2 - distance) / (height / 4));
    const from = Math.ceil((width / 2) * (1 - share) - 0.5);
    return [from, width - from];
  });
  return { width, rows };
}

function drawHexagon(dots: ModuleMatrix, { rows }: Hexagon, left: number, top: number): void {
  for (const [y, [from, to]] of rows.entries())
    for (let x = from; x < to; x += 1) setModuleDark(dots, left + x, top + y);
}

function drawBullsEye(dots: ModuleMatrix, k: number, { x, y }: { x: number; y: number }): void {
  const max = (RADII_MM.at(-1) ?? 0) * k;
  for (let row = Math.floor(y - max); row < y + max; row += 1)
    for (let column = Math.floor(x - max); column < x + max; column += 1) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y) / k;
      // Outside the last circle findIndex returns -1, which leaves the dot light.
      const circle = RADII_MM.findIndex((radius) => radius > distance);
      if (circle % 2 === 1) setModuleDark(dots, column, row);
    }
}
