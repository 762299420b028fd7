import type { Rotation } from '../template.ts';

/** Modules as bit rows: module (x, y) is bit x & 31 of word y × words + (x >> 5). */
export type BitRows = Uint32Array;

/** The modules of a two-dimensional symbol, without its quiet zone. Read them with `isDark`. */
export type ModuleMatrix = {
  /** Modules across. */
  width: number;
  /** Modules down. */
  height: number;
  /** 32-bit words a row. */
  words: number;
  rows: BitRows;
};

export function isDark({ rows, words }: ModuleMatrix, x: number, y: number): boolean {
  return (((rows[y * words + (x >> 5)] ?? 0) >>> (x & 31)) & 1) === 1;
}

/** Modules across and down once the symbol is turned. */
export function turnedSize(
  { width, height }: ModuleMatrix,
  rotation: Rotation,
): { width: number; height: number } {
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height };
}

/** A matrix that is light everywhere. */
export function createMatrix(width: number, height: number): ModuleMatrix {
  const words = (width + 31) >> 5;
  return { width, height, words, rows: new Uint32Array(words * height) };
}

export function setDark({ rows, words }: ModuleMatrix, x: number, y: number): void {
  const at = y * words + (x >> 5);
  rows[at] = (rows[at] ?? 0) | (1 << (x & 31));
}
