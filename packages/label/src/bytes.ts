export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Encodes one byte per character. Every character must be below U+0100. */
export function encodeLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  encodeLatin1Into(text, bytes, 0);
  return bytes;
}

/** Writes the bytes into `out` at `start` and returns the end offset. */
export function encodeLatin1Into(text: string, out: Uint8Array, start: number): number {
  for (let i = 0; i < text.length; i += 1) out[start + i] = text.charCodeAt(i);
  return start + text.length;
}
