const ALPHABET = Uint8Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  (c) => c.charCodeAt(0),
);
const PADDING = 0x3d;

/** Two characters per 12-bit value, the first one in the low byte. */
const PAIRS = Uint16Array.from(
  { length: 4096 },
  (_, bits) => (ALPHABET[bits >> 6] ?? 0) | ((ALPHABET[bits & 63] ?? 0) << 8),
);

export const computeBase64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** Encodes to padded base64, as ASCII bytes. */
export function encodeBase64(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(computeBase64Length(bytes.length));
  encodeBase64Into(bytes, out, 0);
  return out;
}

/** Writes the base64 into `out` at `start` and returns the end offset. */
export function encodeBase64Into(bytes: Uint8Array, out: Uint8Array, start: number): number {
  const fullGroupsEnd = bytes.length - (bytes.length % 3);
  let at = start;
  for (let i = 0; i < fullGroupsEnd; i += 3, at += 4) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const [first, second] = [PAIRS[group >> 12] ?? 0, PAIRS[group & 4095] ?? 0];
    out[at] = first;
    out[at + 1] = first >> 8;
    out[at + 2] = second;
    out[at + 3] = second >> 8;
  }
  if (fullGroupsEnd === bytes.length) return at;
  const group = ((bytes[fullGroupsEnd] ?? 0) << 16) | ((bytes[fullGroupsEnd + 1] ?? 0) << 8);
  out[at] = ALPHABET[group >> 18] ?? 0;
  out[at + 1] = ALPHABET[(group >> 12) & 63] ?? 0;
  out[at + 2] = fullGroupsEnd + 1 < bytes.length ? (ALPHABET[(group >> 6) & 63] ?? 0) : PADDING;
  out[at + 3] = PADDING;
  return at + 4;
}
