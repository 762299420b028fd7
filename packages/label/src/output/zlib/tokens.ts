/**
 * Tokens per block, in a buffer reused for every block. Only the last bytes of the data may exceed
 * it.
 */
export const MAX_TOKENS = 16_384;
const TOKEN_SLACK = 8;
/** A literal below 256, or a match: length from bit 16 on, distance below. */
export const tokens = new Int32Array(MAX_TOKENS + TOKEN_SLACK);

/** Number of bytes parsed, and tokens in the current block. */
export type Parse = { at: number; count: number };

/** Number of bytes from `at` on, at most `max`, that equal those `distance` before them. */
export function measureMatch(view: DataView, at: number, distance: number, max: number): number {
  let n = 0;
  // Equal rows match for long, so compare eight bytes at a time until they differ.
  for (let from = at; n + 8 <= max; n += 8, from += 8) {
    const first = view.getInt32(from, true) ^ view.getInt32(from - distance, true);
    const second = view.getInt32(from + 4, true) ^ view.getInt32(from + 4 - distance, true);
    if ((first | second) !== 0) break;
  }
  for (const lastWordStart = max - 4; n <= lastWordStart; n += 4) {
    const differing = view.getInt32(at + n, true) ^ view.getInt32(at + n - distance, true);
    // The lowest differing byte is the first one.
    if (differing !== 0) return n + ((31 - Math.clz32(differing & -differing)) >> 3);
  }
  while (n < max && view.getUint8(at + n) === view.getUint8(at + n - distance)) n += 1;
  return n;
}

/** `measureMatch` for the previous byte: the number of bytes equal to it. */
export function measureRepeatLength(view: DataView, at: number, max: number): number {
  const byte = view.getUint8(at - 1);
  const word = Math.imul(byte, 0x0101_0101);
  let n = 0;
  // Most of a label is white, so compare eight bytes at a time.
  while (
    n + 8 <= max &&
    ((view.getInt32(at + n, true) ^ word) | (view.getInt32(at + n + 4, true) ^ word)) === 0
  )
    n += 8;
  while (n < max && view.getUint8(at + n) === byte) n += 1;
  return n;
}

export const createDataView = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.length);
