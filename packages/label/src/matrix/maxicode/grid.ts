import { createModuleMatrix, setModuleDark } from '../module-matrix.ts';
import type { ModuleMatrix } from '../module-matrix.ts';

/**
 * Hexagons per row, and rows. Every second row is shifted right by half a hexagon and has one less
 * (ISO/IEC 16023).
 */
export const COLUMNS = 30;
export const ROWS = 33;

/** A codeword is six hexagons: two across, three down, the right one of each row first. */
const BITS = 6;
const BLOCK = { across: 2, down: 3 };

/**
 * Positions are row × 30 + column. Dark in every symbol: the orientation marks and the upper right
 * corner.
 */
const ALWAYS_DARK = [28, 29, 280, 281, 311, 457, 488, 500, 530, 670, 700, 677, 707];

/**
 * Positions of the first nine codewords, scattered around the bull's eye; one codeword per row
 * (figure 5).
 */
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

/** Row and left column of the blocks of the other primary codewords. */
const PRIMARY_BLOCKS = [
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

/**
 * Columns that bands of three rows reserve for the primary message and the bull's eye, keyed by
 * first row.
 */
const RESERVED_COLUMNS: Readonly<Record<number, readonly [from: number, to: number]>> = {
  9: [8, 22],
  12: [6, 22],
  15: [6, 22],
  18: [6, 22],
  21: [8, 22],
};

/** Columns of the blocks; the two columns after them hold the last codewords. */
const BLOCK_COLUMNS = 28;

/** Positions of each codeword's bits, highest first. */
const PLACES: readonly (readonly number[])[] = [
  ...SCATTERED,
  ...PRIMARY_BLOCKS.map(([row, column]) => listBlockHexagons(row, column)),
  ...listBandBlocks(),
  ...listLastColumnHexagons(),
];

function listBlockHexagons(row: number, column: number): number[] {
  return Array.from({ length: BITS }, (_, bit) => {
    const [down, across] = [bit >> 1, 1 - (bit & 1)];
    return (row + down) * COLUMNS + column + across;
  });
}

/** Lists the blocks of the grid from top to bottom, alternating left to right and right to left. */
function listBandBlocks(): number[][] {
  const blocks: number[][] = [];
  for (let row = 0; row < ROWS; row += BLOCK.down) {
    const [from, to] = RESERVED_COLUMNS[row] ?? [COLUMNS, COLUMNS];
    const band: number[][] = [];
    for (let column = 0; column < BLOCK_COLUMNS; column += BLOCK.across)
      if (column < from || column >= to) band.push(listBlockHexagons(row, column));
    blocks.push(...(row % 2 === 0 ? band : band.reverse()));
  }
  return blocks;
}

/** Down the last two columns: one hexagon in a short row, two in a long row, except the corner. */
function listLastColumnHexagons(): number[][] {
  const places: number[] = [];
  for (let row = 1; row < ROWS; row += 1) {
    const last = row * COLUMNS + BLOCK_COLUMNS;
    places.push(...(row % 2 === 0 ? [last + 1, last] : [last]));
  }
  return Array.from({ length: places.length / BITS }, (_, i) =>
    places.slice(i * BITS, (i + 1) * BITS),
  );
}

/** Hexagons of 144 codewords, without the bull's eye. Module (x, y) is hexagon x of row y. */
export function placeMaxiCodeCodewords(words: readonly number[]): ModuleMatrix {
  const grid = createModuleMatrix(COLUMNS, ROWS);
  const darkenHexagon = (place: number): void =>
    setModuleDark(grid, place % COLUMNS, Math.floor(place / COLUMNS));
  for (const place of ALWAYS_DARK) darkenHexagon(place);
  for (const [i, word] of words.entries())
    for (const [bit, place] of (PLACES[i] ?? []).entries())
      if (((word >> (BITS - 1 - bit)) & 1) !== 0) darkenHexagon(place);
  return grid;
}
