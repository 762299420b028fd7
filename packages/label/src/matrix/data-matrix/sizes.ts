/**
 * A symbol size of ECC 200 (ISO/IEC 16022, table 7). Sides in modules, including the finder
 * pattern.
 */
export type SymbolSize = {
  height: number;
  width: number;
  /** Number of data regions per axis; each has its own finder pattern. */
  regionsDown: number;
  regionsAcross: number;
  dataCodewords: number;
  checkCodewords: number;
  /** Interleaved Reed–Solomon blocks. */
  blocks: number;
};

function createDataMatrixSize(
  height: number,
  width: number,
  [regionsDown, regionsAcross]: readonly [number, number],
  dataCodewords: number,
  blocks: number,
): SymbolSize {
  const modules = (height - 2 * regionsDown) * (width - 2 * regionsAcross);
  const checkCodewords = (modules >> 3) - dataCodewords;
  return { height, width, regionsDown, regionsAcross, dataCodewords, checkCodewords, blocks };
}

/** Side, regions per side, data codewords, blocks. */
const SQUARES = (
  [
    [10, 1, 3, 1],
    [12, 1, 5, 1],
    [14, 1, 8, 1],
    [16, 1, 12, 1],
    [18, 1, 18, 1],
    [20, 1, 22, 1],
    [22, 1, 30, 1],
    [24, 1, 36, 1],
    [26, 1, 44, 1],
    [32, 2, 62, 1],
    [36, 2, 86, 1],
    [40, 2, 114, 1],
    [44, 2, 144, 1],
    [48, 2, 174, 1],
    [52, 2, 204, 2],
    [64, 4, 280, 2],
    [72, 4, 368, 4],
    [80, 4, 456, 4],
    [88, 4, 576, 4],
    [96, 4, 696, 4],
    [104, 4, 816, 6],
    [120, 6, 1050, 6],
    [132, 6, 1304, 8],
    [144, 6, 1558, 10],
  ] as const
).map(([side, regions, data, blocks]) =>
  createDataMatrixSize(side, side, [regions, regions], data, blocks),
);

const RECTANGLES = [
  createDataMatrixSize(8, 18, [1, 1], 5, 1),
  createDataMatrixSize(8, 32, [1, 2], 10, 1),
  createDataMatrixSize(12, 26, [1, 1], 16, 1),
  createDataMatrixSize(12, 36, [1, 2], 22, 1),
  createDataMatrixSize(16, 36, [1, 2], 32, 1),
  createDataMatrixSize(16, 48, [1, 2], 49, 1),
];

export type Shape = 'square' | 'rectangle' | 'any';

/** Sizes in search order: by area, squares first for equal areas. */
export const SIZES: Record<Shape, readonly SymbolSize[]> = {
  square: SQUARES,
  rectangle: RECTANGLES,
  any: [...SQUARES, ...RECTANGLES].toSorted((a, b) => a.height * a.width - b.height * b.width),
};
