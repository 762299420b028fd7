import type { BitRows } from '../module-matrix.ts';
import type { SymbolSize } from './sizes.ts';

/** Module positions of a symbol size; computed once per size. */
export type Placement = {
  /** 32-bit words per row. */
  words: number;
  /** Finder and alignment patterns, and dark modules not used by codewords. */
  dark: BitRows;
  /** Word index and bit mask of each codeword bit, in order, highest bit first. */
  dataWord: Uint16Array;
  dataBit: Uint32Array;
};

const placementBySize = new Map<SymbolSize, Placement>();

export function getModulePlacement(size: SymbolSize): Placement {
  let placement = placementBySize.get(size);
  if (placement === undefined) {
    placement = buildModulePlacement(size);
    placementBySize.set(size, placement);
  }
  return placement;
}

function buildModulePlacement(size: SymbolSize): Placement {
  const { height, width, regionsDown, regionsAcross } = size;
  const words = (width + 31) >> 5;
  const dark = new Uint32Array(height * words);
  const darkenModule = (x: number, y: number): void => {
    const at = y * words + (x >> 5);
    dark[at] = (dark[at] ?? 0) | (1 << (x & 31));
  };
  const regionHeight = height / regionsDown;
  const regionWidth = width / regionsAcross;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isDarkFinderModule(x % regionWidth, y % regionHeight, regionWidth, regionHeight))
        darkenModule(x, y);
    }
  }
  const rows = height - 2 * regionsDown;
  const columns = width - 2 * regionsAcross;
  const toModuleX = (column: number): number =>
    column + 2 * Math.floor(column / (regionWidth - 2)) + 1;
  const toModuleY = (row: number): number => row + 2 * Math.floor(row / (regionHeight - 2)) + 1;
  const { order, isFull } = computeCodewordBitOrder(rows, columns);
  if (!isFull)
    for (const back of [1, 2]) darkenModule(toModuleX(columns - back), toModuleY(rows - back));
  const dataWord = new Uint16Array(order.length);
  const dataBit = new Uint32Array(order.length);
  order.forEach((cell, i) => {
    const x = toModuleX(cell % columns);
    dataWord[i] = toModuleY(Math.floor(cell / columns)) * words + (x >> 5);
    dataBit[i] = 1 << (x & 31);
  });
  return { words, dark, dataWord, dataBit };
}

/** Left and bottom sides are dark, top and right sides alternate (5.8.1). */
function isDarkFinderModule(x: number, y: number, width: number, height: number): boolean {
  if (x === 0 || y === height - 1) return true;
  return y === 0 ? x % 2 === 0 : x === width - 1 && y % 2 === 1;
}

type Cells = readonly (readonly [row: number, column: number])[];

/**
 * Offsets of a codeword's bits, highest first, relative to its lowest bit (annex F, figure F.1).
 */
const CODEWORD: Cells = [
  [-2, -2],
  [-2, -1],
  [-1, -2],
  [-1, -1],
  [-1, 0],
  [0, -2],
  [0, -1],
  [0, 0],
];

/** Codewords split over corners (figures F.3–F.6). Negative values count from the opposite side. */
const CORNERS: readonly Cells[] = [
  [
    [-1, 0],
    [-1, 1],
    [-1, 2],
    [0, -2],
    [0, -1],
    [1, -1],
    [2, -1],
    [3, -1],
  ],
  [
    [-3, 0],
    [-2, 0],
    [-1, 0],
    [0, -4],
    [0, -3],
    [0, -2],
    [0, -1],
    [1, -1],
  ],
  [
    [-3, 0],
    [-2, 0],
    [-1, 0],
    [0, -2],
    [0, -1],
    [1, -1],
    [2, -1],
    [3, -1],
  ],
  [
    [-1, 0],
    [-1, -1],
    [0, -3],
    [0, -2],
    [0, -1],
    [1, -3],
    [1, -2],
    [1, -1],
  ],
];

function findCornerPattern(
  row: number,
  column: number,
  rows: number,
  columns: number,
): Cells | undefined {
  if (row === rows && column === 0) return CORNERS[0];
  if (row === rows - 2 && column === 0 && columns % 4 !== 0) return CORNERS[1];
  if (row === rows - 2 && column === 0 && columns % 8 === 4) return CORNERS[2];
  if (row === rows + 4 && column === 2 && columns % 8 === 0) return CORNERS[3];
  return undefined;
}

/**
 * Cells (row × columns + column) of the codeword bits, in alternating diagonal sweeps (annex F).
 * `isFull` is true if no cell is left over.
 */
function computeCodewordBitOrder(
  rows: number,
  columns: number,
): { order: number[]; isFull: boolean } {
  const order: number[] = [];
  const isTaken = new Uint8Array(rows * columns);
  const placeCodewordBit = (row: number, column: number): void => {
    isTaken[row * columns + column] = 1;
    order.push(row * columns + column);
  };
  const placeCodeword = (row: number, column: number): void => {
    const isOutside = row < 0 || row >= rows || column < 0 || column >= columns;
    if (isOutside || isTaken[row * columns + column] === 1) return;
    for (const [down, across] of CODEWORD) {
      let y = row + down;
      let x = column + across;
      // Beyond the top or left edge the codeword continues on the opposite side, shifted.
      if (y < 0) {
        y += rows;
        x += 4 - ((rows + 4) % 8);
      }
      if (x < 0) {
        x += columns;
        y += 4 - ((columns + 4) % 8);
      }
      placeCodewordBit(y, x);
    }
  };
  let row = 4;
  let column = 0;
  while (row < rows || column < columns) {
    for (const [y, x] of findCornerPattern(row, column, rows, columns) ?? [])
      placeCodewordBit((y + rows) % rows, (x + columns) % columns);
    do {
      placeCodeword(row, column);
      row -= 2;
      column += 2;
    } while (row >= 0 && column < columns);
    row += 1;
    column += 3;
    do {
      placeCodeword(row, column);
      row += 2;
      column -= 2;
    } while (row < rows && column >= 0);
    row += 3;
    column += 1;
  }
  return { order, isFull: isTaken.at(-1) === 1 };
}
