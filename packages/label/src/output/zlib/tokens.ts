/** A block ends when there is no room for more, but for the last bytes of all; what is read so far is the same again. */
export const TOKENS = 16_384;
const LAST_BYTES = 8;
/** A literal below 256, or a match: its length in the bits from 16 on, its distance below. */
export const tokens = new Int32Array(TOKENS + LAST_BYTES);

/** How far bytes have been read, and how many tokens they became since the last block. */
export type Parse = { at: number; count: number };

/** How many bytes from `at` on, `most` at most, are those `distance` before them. */
export function matchLength(view: DataView, at: number, distance: number, most: number): number {
  let n = 0;
  // A row as the one above is alike for long: eight bytes at a time, until they differ.
  for (let from = at; n + 8 <= most; n += 8, from += 8) {
    const first = view.getInt32(from, true) ^ view.getInt32(from - distance, true);
    const second = view.getInt32(from + 4, true) ^ view.getInt32(from + 4 - distance, true);
    if ((first | second) !== 0) break;
  }
  for (const whole = most - 4; n <= whole; n += 4) {
    const differing = view.getInt32(at + n, true) ^ view.getInt32(at + n - distance, true);
    // The lowest byte that differs is the first.
    if (differing !== 0) return n + ((31 - Math.clz32(differing & -differing)) >> 3);
  }
  while (n < most && view.getUint8(at + n) === view.getUint8(at + n - distance)) n += 1;
  return n;
}

/** `matchLength` of the byte before: how many bytes are as that one. */
export function runLength(view: DataView, at: number, most: number): number {
  const byte = view.getUint8(at - 1);
  const word = Math.imul(byte, 0x0101_0101);
  let n = 0;
  // Most of a label is white: eight bytes at a time.
  while (
    n + 8 <= most &&
    ((view.getInt32(at + n, true) ^ word) | (view.getInt32(at + n + 4, true) ^ word)) === 0
  )
    n += 8;
  while (n < most && view.getUint8(at + n) === byte) n += 1;
  return n;
}

export const getView = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.length);
