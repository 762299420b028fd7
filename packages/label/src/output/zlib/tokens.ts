import { FARTHEST, LONGEST } from './symbols.ts';

/** A block ends when there is no room for more; what is read so far is the same again for the next. */
export const TOKENS = 16_384;
/** A literal below 256, or a match: its length in the bits from 16 on, its distance below. */
export const tokens = new Uint32Array(TOKENS);

/** How far bytes have been read, and how many tokens they became since the last block. */
export type Parse = { at: number; count: number };

/** Reads on from `parse.at` until the data ends or there is no more room for tokens. */
export type Parser = (data: Uint8Array, stride: number, parse: Parse) => void;

/** How many bytes from `at` on, `most` at most, are those `distance` before them. */
export function matchLength(view: DataView, at: number, distance: number, most: number): number {
  let n = 0;
  const whole = most - 4;
  while (n <= whole && view.getUint32(at + n, true) === view.getUint32(at + n - distance, true))
    n += 4;
  while (n < most && view.getUint8(at + n) === view.getUint8(at + n - distance)) n += 1;
  return n;
}

export const viewOf = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.length);

/** How long a match may be. */
export const mostAt = (view: DataView, at: number): number =>
  Math.min(LONGEST, view.byteLength - at);

/** Rows wider than matches reach have none above them. */
export const isAbove = (at: number, stride: number): boolean => at >= stride && stride <= FARTHEST;
