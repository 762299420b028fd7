import { createMatrix, isDark, setDark } from '../module-matrix.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { COLUMNS, ROWS } from './grid.ts';

/** Between the middles of the first and the last hexagon of a row, in mm (ISO/IEC 16023, 4.11 and table 7, nominal). */
const LENGTH_MM = 25.5;
/** Between the middles of neighbours in a row; rows follow each other √3/2 of it, and a hexagon is 2/√3 of it high. */
const PITCH_MM = LENGTH_MM / (COLUMNS - 1);
const ROW_MM = (PITCH_MM * Math.sqrt(3)) / 2;
const HEIGHT_MM = (PITCH_MM * 2) / Math.sqrt(3);
/** Radii of the circles of the bull's eye in mm: light within the first, dark up to the second, and so on in turn. */
const RADII_MM = [0.51, 1.18, 1.86, 2.53, 3.2, 3.87];
/** The hexagon that would stand in the middle of the bull's eye. */
const MIDDLE = { column: 14, row: 16 };
/** Light between hexagons in mm: heat and ink spread, and what runs together is hard to read. */
const GAP_MM = 0.1;

/** A hexagon on one of its points, in whole dots, as the first and the last black dot of each row. */
type Hexagon = { width: number; rows: readonly (readonly [from: number, to: number])[] };

/**
 * A symbol of one size in dots, a module a dot, without the light space around it. Every hexagon is the same figure of whole
 * dots. Where it stands is rounded each time, so that at resolutions whose dots do not divide the pitch the whole is as large
 * as it must be, and neighbours are a dot nearer or farther.
 */
export function drawMaxiCode(grid: ModuleMatrix, dotsPerMm: number): ModuleMatrix {
  const k = dotsPerMm;
  const hexagon = makeHexagon(k);
  const height = hexagon.rows.length;
  const left = (column: number, row: number): number =>
    Math.round((column + (row % 2) / 2) * PITCH_MM * k);
  const top = (row: number): number => Math.round(row * ROW_MM * k);
  const dots = createMatrix(left(COLUMNS - 1, 0) + hexagon.width, top(ROWS - 1) + height);
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1)
      if (isDark(grid, column, row)) putHexagon(dots, hexagon, left(column, row), top(row));
  const { column, row } = MIDDLE;
  putBullsEye(dots, k, { x: left(column, row) + hexagon.width / 2, y: top(row) + height / 2 });
  return dots;
}

/** The dots whose middles are inside. */
function makeHexagon(k: number): Hexagon {
  const gap = Math.round(GAP_MM * k);
  const width = Math.floor(PITCH_MM * k - gap);
  const height = Math.round(HEIGHT_MM * k - gap);
  const rows = Array.from({ length: height }, (_, y): [number, number] => {
    const away = Math.abs(y + 0.5 - height / 2);
    // Its sides are upright in the middle half, and lean to the points above and below.
    const share = Math.min(1, (height / 2 - away) / (height / 4));
    const from = Math.ceil((width / 2) * (1 - share) - 0.5);
    return [from, width - from];
  });
  return { width, rows };
}

function putHexagon(dots: ModuleMatrix, { rows }: Hexagon, left: number, top: number): void {
  for (const [y, [from, to]] of rows.entries())
    for (let x = from; x < to; x += 1) setDark(dots, left + x, top + y);
}

function putBullsEye(dots: ModuleMatrix, k: number, { x, y }: { x: number; y: number }): void {
  const most = (RADII_MM.at(-1) ?? 0) * k;
  for (let row = Math.floor(y - most); row < y + most; row += 1)
    for (let column = Math.floor(x - most); column < x + most; column += 1) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y) / k;
      // Outside the last circle there is none around it.
      const circle = RADII_MM.findIndex((radius) => radius > distance);
      if (circle % 2 === 1) setDark(dots, column, row);
    }
}
