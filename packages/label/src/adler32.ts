const MODULUS = 65_521;
/** So many bytes are added before the sums could leave 31 bits. */
const AT_ONCE = 2048;

/** Checksum of a zlib stream (RFC 1950, clause 8.2). */
export function adler32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    const to = Math.min(bytes.length, from + AT_ONCE);
    const whole = to - ((to - from) & 7);
    let i = from;
    // Eight bytes at a time, in two words: bytes 1 and 3 of a word lie side by side, and 2 and 4.
    for (; i < whole; i += 8) {
      const one = view.getInt32(i, true);
      const two = view.getInt32(i + 4, true);
      // A byte is added once for itself and once for each that follows.
      b = (b + (a << 3)) | 0;
      // Most of a label.
      if ((one | two) === 0) continue;
      const p = one & 0xff_00ff;
      const q = (one >>> 8) & 0xff_00ff;
      const r = two & 0xff_00ff;
      const s = (two >>> 8) & 0xff_00ff;
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
