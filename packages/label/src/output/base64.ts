const ALPHABET = Uint8Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  (c) => c.charCodeAt(0),
);
const PADDING = 0x3d;

/** Base64 with padding, as ASCII bytes. */
export function base64Bytes(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  for (let i = 0, at = 0; i < bytes.length; i += 3, at += 4) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out[at] = ALPHABET[group >> 18] ?? 0;
    out[at + 1] = ALPHABET[(group >> 12) & 63] ?? 0;
    out[at + 2] = i + 1 < bytes.length ? (ALPHABET[(group >> 6) & 63] ?? 0) : PADDING;
    out[at + 3] = i + 2 < bytes.length ? (ALPHABET[group & 63] ?? 0) : PADDING;
  }
  return out;
}
