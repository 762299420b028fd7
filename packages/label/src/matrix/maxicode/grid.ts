import { createMatrix, setDark } from '../module-matrix.ts';
import type { ModuleMatrix } from '../module-matrix.ts';

/** Hexagons a row and rows; every second row is half a hexagon further right and has one less (ISO/IEC 16023). */
export const COLUMNS = 30;
export const ROWS = 33;

/** A codeword is six hexagons: two across, three down, the right one of each row first. */
const BITS = 6;
const BLOCK = { across: 2, down: 3 };

/** Places are row × 30 + column. Dark in every symbol: what tells how it is turned, and the upper right corner. */
const ALWAYS_DARK = [28, 29, 280, 281, 311, 457, 488, 500, 530, 670, 700, 677, 707];

/** The first nine codewords lie scattered around the bull's eye, a row each (figure 5). */
const SCATTERED: readonly (readonly number[])[] = [
  [469, 529, 286, 316, 347, 346],
  [673, 672, 703, 702, 647, 676],
  [283, 282, 313, 312, 370, 610],
  [618, 379, 378, 409, 408, 439],
  [705, 704, 559, 589, 588, 619],
  [458, 518, 640, 701, 675, 674],
  [285, 284, 315, 314, 310, 340],
  [531, 289, 288, 319, 349, 348],
  [456, 486, 517, 516, 471, 470],
];

/** Row and left column of the blocks of the other codewords of the primary message. */
const AROUND = [
  [12, 8],
  [18, 8],
  [21, 18],
  [21, 8],
  [9, 8],
  [12, 20],
  [18, 20],
  [18, 6],
  [12, 6],
  [9, 20],
  [21, 20],
] as const;

/** Columns that bands of three rows leave to the primary message and the bull's eye, by their first row. */
const LEFT_OUT: Readonly<Record<number, readonly [from: number, to: number]>> = {
  9: [8, 22],
  12: [6, 22],
  15: [6, 22],
  18: [6, 22],
  21: [8, 22],
};

/** Columns of the blocks; the two behind them are of the last codewords. */
const BLOCK_COLUMNS = 28;

/** The places of each codeword's bits, highest first. */
const PLACES: readonly (readonly number[])[] = [
  ...SCATTERED,
  ...AROUND.map(([row, column]) => listBlock(row, column)),
  ...listBands(),
  ...listLastColumns(),
];

function listBlock(row: number, column: number): number[] {
  return Array.from({ length: BITS }, (_, bit) => {
    const [down, across] = [bit >> 1, 1 - (bit & 1)];
    return (row + down) * COLUMNS + column + across;
  });
}

/** From the top on, to the right and back in turn. */
function listBands(): number[][] {
  const blocks: number[][] = [];
  for (let row = 0; row < ROWS; row += BLOCK.down) {
    const [from, to] = LEFT_OUT[row] ?? [COLUMNS, COLUMNS];
    const band: number[][] = [];
    for (let column = 0; column < BLOCK_COLUMNS; column += BLOCK.across)
      if (column < from || column >= to) band.push(listBlock(row, column));
    blocks.push(...(row % 2 === 0 ? band : band.reverse()));
  }
  return blocks;
}

/** Down the last two columns: one hexagon in a short row, two in a long one, but for the corner. */
function listLastColumns(): number[][] {
  const places: number[] = [];
  for (let row = 1; row < ROWS; row += 1) {
    const last = row * COLUMNS + BLOCK_COLUMNS;
    places.push(...(row % 2 === 0 ? [last + 1, last] : [last]));
  }
  return Array.from({ length: places.length / BITS }, (_, i) =>
    places.slice(i * BITS, (i + 1) * BITS),
  );
}

/** The hexagons of 144 codewords, without the bull's eye: module (x, y) is hexagon x of row y. */
export function placeCodewords(words: readonly number[]): ModuleMatrix {
  const grid = createMatrix(COLUMNS, ROWS);
  const put = (place: number): void => setDark(grid, place % COLUMNS, Math.floor(place / COLUMNS));
  for (const place of ALWAYS_DARK) put(place);
  for (const [i, word] of words.entries())
    for (const [bit, place] of (PLACES[i] ?? []).entries())
      if (((word >> (BITS - 1 - bit)) & 1) !== 0) put(place);
  return grid;
}
