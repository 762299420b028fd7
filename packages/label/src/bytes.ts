export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** One byte a character, which must lie below 256. */
export function latin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  latin1Into(text, bytes, 0);
  return bytes;
}

/** The same, written into `out` from `start` on; returns where it ends. */
export function latin1Into(text: string, out: Uint8Array, start: number): number {
  for (let i = 0; i < text.length; i += 1) out[start + i] = text.charCodeAt(i);
  return start + text.length;
}
