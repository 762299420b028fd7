const MODULUS = 65_521;
/** Bytes per block: the sums stay within 31 bits, so the modulo runs once per block. */
const BLOCK_BYTES = 2048;

/** Checksum of a zlib stream (RFC 1950, clause 8.2). */
export function computeAdler32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length; from += BLOCK_BYTES) {
    const to = Math.min(bytes.length, from + BLOCK_BYTES);
    const blockEnd = to - ((to - from) & 7);
    let i = from;
    // Processes eight bytes per step as two 32-bit words. The masks pair bytes 1 and 3 and bytes 2
    // and 4 of each word.
    for (; i < blockEnd; i += 8) {
      const firstWord = view.getInt32(i, true);
      const secondWord = view.getInt32(i + 4, true);
      // A byte adds once for itself and once for each byte that follows it.
      b = (b + (a << 3)) | 0;
      // Fast path: most words of a label are zero.
      if ((firstWord | secondWord) === 0) continue;
      const p = firstWord & 0xff_00ff;
      const q = (firstWord >>> 8) & 0xff_00ff;
      const r = secondWord & 0xff_00ff;
      const s = (secondWord >>> 8) & 0xff_00ff;
      const sums = (p + q + r + s) | 0;
      a = (a + (sums & 0xffff) + (sums >>> 16)) | 0;
      b = (b + 8 * (p & 255) + 7 * (q & 255) + 6 * (p >>> 16) + 5 * (q >>> 16)) | 0;
      b = (b + 4 * (r & 255) + 3 * (s & 255) + 2 * (r >>> 16) + (s >>> 16)) | 0;
    }
    for (; i < to; i += 1) {
      a += bytes[i] ?? 0;
      b += a;
    }
    a %= MODULUS;
    b %= MODULUS;
  }
  return b * 65_536 + a;
}
