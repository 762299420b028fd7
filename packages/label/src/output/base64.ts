const ALPHABET = Uint8Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  (c) => c.charCodeAt(0),
);
const PADDING = 0x3d;

/** The two characters of twelve bits, the first one low. */
const PAIRS = Uint16Array.from(
  { length: 4096 },
  (_, bits) => (ALPHABET[bits >> 6] ?? 0) | ((ALPHABET[bits & 63] ?? 0) << 8),
);

export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** Base64 with padding, as ASCII bytes. */
export function base64Bytes(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(base64Length(bytes.length));
  base64Into(bytes, out, 0);
  return out;
}

/** The same, written into `out` from `start` on; returns where it ends. */
export function base64Into(bytes: Uint8Array, out: Uint8Array, start: number): number {
  const whole = bytes.length - (bytes.length % 3);
  let at = start;
  for (let i = 0; i < whole; i += 3, at += 4) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const [first, second] = [PAIRS[group >> 12] ?? 0, PAIRS[group & 4095] ?? 0];
    out[at] = first;
    out[at + 1] = first >> 8;
    out[at + 2] = second;
    out[at + 3] = second >> 8;
  }
  if (whole === bytes.length) return at;
  const group = ((bytes[whole] ?? 0) << 16) | ((bytes[whole + 1] ?? 0) << 8);
  out[at] = ALPHABET[group >> 18] ?? 0;
  out[at + 1] = ALPHABET[(group >> 12) & 63] ?? 0;
  out[at + 2] = whole + 1 < bytes.length ? (ALPHABET[(group >> 6) & 63] ?? 0) : PADDING;
  out[at + 3] = PADDING;
  return at + 4;
}
