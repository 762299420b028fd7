import type { Op } from '../works/stream.ts';

/** A picture whose rows follow. */
export type Picture = {
  /** `GS v 0` prints as data arrives; function 112 of `GS ( L` stores for function 50. */
  to: 'paper' | 'store';
  bytesPerRow: number;
  /** Width of a row in dots. */
  width: number;
  height: number;
  scale: { x: number; y: number };
};

export type EscposOp = Op &
  (
    | { kind: 'text'; codes: readonly number[] }
    | { kind: 'command'; name: string; args: readonly number[] }
    /** Null: more rows of the last picture. */
    | { kind: 'rows'; picture: Picture | null; rows: Uint8Array; bytesPerRow: number }
    | { kind: 'columns'; mode: number; data: Uint8Array }
    | { kind: 'unknown'; name: string }
  );

/** The picture that a command starts; null when it starts none. */
export const getPicture = (name: string, args: readonly number[]): Picture | null => {
  const readWord = (at: number): number => (args[at] ?? 0) + (args[at + 1] ?? 0) * 256;
  if (name === 'GS v') {
    const [, mode = 0] = args;
    const bytesPerRow = readWord(2);
    const scale = { x: (mode & 1) + 1, y: ((mode >> 1) & 1) + 1 };
    return { to: 'paper', bytesPerRow, width: bytesPerRow * 8, height: readWord(4), scale };
  }
  if (name !== 'GS ( L' || args[1] !== 0x70) return null;
  const scale = { x: args[3] === 2 ? 2 : 1, y: args[4] === 2 ? 2 : 1 };
  const width = readWord(6);
  return { to: 'store', bytesPerRow: Math.ceil(width / 8), width, height: readWord(8), scale };
};

/** More bytes per row exceed any head. */
const MAX_ROW_BYTES = 1024;
const SLICE_BYTES = 4096;

/** Splits the data of a picture into complete rows. */
export class RowTaker {
  readonly #bytesPerRow: number;
  #picture: Picture | null;
  /** Remaining bytes, and remaining bytes of dots. */
  #left: number;
  #wanted: number;
  /** Position in the row. */
  #column = 0;
  #raw: number[];
  #kept: number[] = [];

  constructor(
    head: readonly number[],
    picture: Picture,
    data: { bytes: number; extraRows: number },
  ) {
    this.#picture = picture;
    this.#bytesPerRow = picture.bytesPerRow;
    this.#wanted = Math.min(data.bytes, picture.bytesPerRow * picture.height);
    this.#left = data.bytes + data.extraRows * picture.bytesPerRow;
    this.#raw = [...head];
  }

  get done(): boolean {
    return this.#left === 0;
  }

  get held(): number {
    return this.#raw.length;
  }

  /** Whether a slice is complete. */
  take(byte: number): boolean {
    this.#left--;
    if (this.#wanted === 0) return false;
    this.#wanted--;
    this.#raw.push(byte);
    if (this.#column < MAX_ROW_BYTES) this.#kept.push(byte);
    this.#column = (this.#column + 1) % this.#bytesPerRow;
    return this.#column === 0 && this.#raw.length >= SLICE_BYTES;
  }

  /** The complete rows; null when there are none. */
  slice(): EscposOp | null {
    const partial = Math.min(this.#column, MAX_ROW_BYTES);
    const rows = Uint8Array.from(this.#kept.slice(0, this.#kept.length - partial));
    const picture = this.#picture;
    if (rows.length === 0 && !picture) return null;
    const raw = Uint8Array.from(this.#raw.slice(0, this.#raw.length - this.#column));
    this.#picture = null;
    this.#kept = partial > 0 ? this.#kept.slice(-partial) : [];
    this.#raw = this.#column > 0 ? this.#raw.slice(-this.#column) : [];
    const bytesPerRow = Math.min(this.#bytesPerRow, MAX_ROW_BYTES);
    return { kind: 'rows', picture, rows, bytesPerRow, raw, heavy: picture !== null };
  }
}
