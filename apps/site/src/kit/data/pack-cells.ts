/** Noncharacters (Unicode 23.7). They do not occur in text, and JSON does not escape them. */
const CELL_END = '\uFDD0';
const ROW_END = '\uFDD1';
const ENDS = /[\uFDD0\uFDD1]/;
const ALL_ENDS = new RegExp(ENDS, 'g');

const packRowOfCells = (row: readonly string[]): string =>
  (ENDS.test(row.join('')) ? row.map((cell) => cell.replaceAll(ALL_ENDS, '')) : row).join(CELL_END);

/** Packs rows of cells into one string. Storing a string is faster than storing nested arrays. */
export const packCells = (cells: readonly (readonly string[])[]): string =>
  cells.map(packRowOfCells).join(ROW_END);

export const unpackCells = (text: string): string[][] =>
  text === '' ? [] : text.split(ROW_END).map((row) => row.split(CELL_END));
