const MODULUS = 65_521;
/** As many bytes as can be added before the sums leave 32 bits. */
const AT_ONCE = 5552;

/** Checksum of a zlib stream (RFC 1950, clause 8.2). */
export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    const to = Math.min(bytes.length, from + AT_ONCE);
    for (let i = from; i < to; i += 1) {
      a += bytes[i] ?? 0;
      b += a;
    }
    a %= MODULUS;
    b %= MODULUS;
  }
  return b * 65_536 + a;
}
