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
