import type { Rotation } from '../template.ts';

/** Modules as rows of bits: module (x, y) is bit x & 31 of word y × words + (x >> 5). */
export type BitRows = Uint32Array;

/** Modules of a two-dimensional symbol without quiet zone. Read them with `isDarkModule`. */
export type ModuleMatrix = {
  width: number;
  height: number;
  /** 32-bit words per row. */
  words: number;
  rows: BitRows;
};

export function isDarkModule({ rows, words }: ModuleMatrix, x: number, y: number): boolean {
  return (((rows[y * words + (x >> 5)] ?? 0) >>> (x & 31)) & 1) === 1;
}

/** Size in modules after rotation. */
export function computeTurnedSize(
  { width, height }: ModuleMatrix,
  rotation: Rotation,
): { width: number; height: number } {
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height };
}

/** Creates a matrix with all modules light. */
export function createModuleMatrix(width: number, height: number): ModuleMatrix {
  const words = (width + 31) >> 5;
  return { width, height, words, rows: new Uint32Array(words * height) };
}

export function setModuleDark({ rows, words }: ModuleMatrix, x: number, y: number): void {
  const at = y * words + (x >> 5);
  rows[at] = (rows[at] ?? 0) | (1 << (x & 31));
}
