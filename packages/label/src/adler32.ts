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
    let i = from;
    for (; i + 4 <= to; i += 4) {
      const word = view.getInt32(i, true);
      // Most of a label.
      if (word === 0) {
        let zeros = 4;
        while (i + zeros + 4 <= to && view.getInt32(i + zeros) === 0) zeros += 4;
        b += zeros * a;
        i += zeros - 4;
        continue;
      }
      b += 4 * a;
      const one = word & 255;
      const two = (word >> 8) & 255;
      const three = (word >> 16) & 255;
      const four = word >>> 24;
      b += 4 * one + 3 * two + 2 * three + four;
      a += one + two + three + four;
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
